"""Keys and sealing: bytes in, bytes out; knows no file, no clock and no brain."""
