#!/usr/bin/env bash
#PJM -N minikrylov
#PJM -L "node=1"
#PJM -L "rscgrp=small"
#PJM -L "elapse=0:30:00"
#PJM --mpi "max-proc-per-node=4"
#PJM -j
# Fugaku, one node: the A64FX measurements for scripts/architectures.md. Submit by
#   pjsub -g GROUP -x PJM_LLIO_GFSCACHE=/vol0004 scripts/architectures_fugaku.sh
# from the root of the sources, after `cmake --preset a64fx && cmake --build build/a64fx` there. That needs Kokkos and the
# other libraries: by Spack (scripts/spack.yaml, target=a64fx), or Kokkos by `scripts/setup.sh --preset a64fx` where the
# others are found.
set -euo pipefail
export OMP_PROC_BIND=close OMP_PLACES=cores
# First touch places pages in the writing thread's CMG; by default all pages go to the first CMG.
export XOS_MMM_L_PAGING_POLICY=demand:demand:demand

# measure <ranks> <threads per rank> <name>: the report's header has the bandwidth, its table the kernels' share of it.
measure() {
  OMP_NUM_THREADS=$2 mpiexec -n "$1" build/a64fx/minikrylov solve --size 192 --method pcg,pipecg --fixed-iterations 50 \
    --repetitions 5 --output "fugaku-$3.h5" --force
}

OMP_NUM_THREADS=12 mpiexec -n 1 build/a64fx/tests/test_kernels
OMP_NUM_THREADS=12 mpiexec -n 1 build/a64fx/tests/test_published
measure 4 12 rank-per-cmg
measure 1 48 one-rank
XOS_MMM_L_PAGING_POLICY=prepage:demand:prepage measure 1 48 one-rank-prepaged
OMP_PROC_BIND=false measure 4 12 unbound
