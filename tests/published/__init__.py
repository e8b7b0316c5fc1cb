"""The catalogue of everything that stands in records: nothing in it may disappear or change its meaning."""
