"""What keeps a brain in order over its cores: seeding, restore, purge, doctor, export, log."""
