"""The post of webhooks: letters written, taken to their receivers, and tried again for days."""
