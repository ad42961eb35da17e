"""What keeps a brain in order over the cores: seeding a new one."""
