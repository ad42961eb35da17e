"""Myelin: one encrypted brain per project, kept between an agent's tasks."""
