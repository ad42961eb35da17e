"""Turns spec/*.yaml into the generated packages and documents; never imported by myelin."""
