"""Real kernels behind the models: what the course says about loops, tiles and caches, to be run.

Unlike `reference.models` these modules need numba and overwrite their output. Nothing here is
graded by its time: a clock would punish correct tiling (see `cpu.gemm_3_tiled`).
"""
