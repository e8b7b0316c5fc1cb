"""What `replay list` tells of records in a folder and of tables of a service."""
