"""What keeps a brain in order over its cores: restore, purge, doctor, export, import, log."""
