"""Maintenance of a brain across its cores: seeding, restore, purge, doctor, export, log."""
