"""What keeps a brain in order over its cores: seed, restore, purge, doctor, transfer, log."""
