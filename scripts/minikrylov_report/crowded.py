"""The environment of runs with more ranks than cores: unbound, waiting without spinning, also by root in a container."""

CROWDED = {
    "KOKKOS_DISABLE_WARNINGS": "1",
    "OMP_PROC_BIND": "false",
    "OMP_WAIT_POLICY": "passive",
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
}
