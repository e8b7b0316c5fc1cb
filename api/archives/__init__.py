"""Archives: the tables of a service that have ended, as a folder of records with a manifest."""
