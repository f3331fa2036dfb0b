"""Batches: data sets of any size, made in shards, each exactly once, on one machine or many.

    job ── shards ──▶ engine ──▶ work on a shard ──▶ files, then one commit ──▶ dedupe ──▶ finish: manifest, card

A job is a value; what a shard holds depends on it and on the number of the shard alone. An engine only decides where a
shard is worked on. The commits in the store are the only memory, so that a job can be killed at any point and resumed.
"""
