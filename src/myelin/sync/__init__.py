"""What devices and servers exchange: manifests, positions, and the checks that need no key."""
