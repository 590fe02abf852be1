"""check_registers.py on objdump listings with known answers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from check_registers import KERNELS, NEON, SVE, Target, findings, target_of, x86  # isort: skip


def listing(loop: list[str]) -> str:
    """objdump's output for all kernels with this inner loop in a loop of its own, and a loop that only counts."""
    lines = []
    for name in (
        "fused_kernel",
        "void minikrylov::sell::multiply_chunks<8, 16>(int)",
        "product_of_1",
        "product_of_repeated_chunks",
        "powers_of_two_chains",
    ):
        outer = ["mov %eax,%eax", *loop, "jne 1 <inner>", "jne 0 <outer>", "ret", "dec %eax", "jne 6f <counts>", "ret"]
        lines += ["", f"0000000000000000 <{name}>:"]
        lines += [f"  {address:3x}:\t{text}" for address, text in zip([0, 1, *range(2, 99)], outer, strict=False)]
    return "\n".join(lines) + "\n"


X86_LOOP = ["prefetcht0 0x1000(%rsi,%rcx,1)",
            "vmovupd (%rdi,%rcx,1),%zmm1", "vmulpd (%rsi,%rcx,1),%zmm0,%zmm2", "vaddpd %zmm2,%zmm1,%zmm1"]


def test_a_loop_of_whole_registers_is_counted() -> None:
    seen, wrong = findings(listing(X86_LOOP), x86("%zmm"))
    assert wrong == []
    assert len(seen) == len(KERNELS) and "1 products and 1 sums" in seen[0]


@pytest.mark.parametrize(
    ("loop", "complaint"),
    [
        (X86_LOOP + ["call 1234 <memcpy>"], "1 calls"),
        (X86_LOOP + ["vfmadd231pd %zmm0,%zmm1,%zmm2"], "1 contracted sums"),
        ([text.replace("zmm", "ymm") for text in X86_LOOP], "no inner loop"),
        (["mulsd (%rdi),%xmm0", "addsd %xmm0,%xmm1"], "no inner loop"),
    ],
)
def test_what_is_wrong_with_a_loop_is_named(loop: list[str], complaint: str) -> None:
    _, wrong = findings(listing(loop), x86("%zmm"))
    assert len(wrong) == len(KERNELS)
    assert all(complaint in problem for problem in wrong)


def test_a_prefetch_that_the_compiler_dropped_is_missed() -> None:
    _, wrong = findings(listing(X86_LOOP[1:]), x86("%zmm"))
    assert wrong == ["product of 1: no inner loop prefetches"]


def test_a_fused_kernel_that_loads_number_by_number_is_found() -> None:
    loop = ["prefetcht0 (%rsi)", "vmovsd (%rdi),%xmm1", "vmulpd %zmm1,%zmm0,%zmm2", "vaddpd %zmm2,%zmm1,%zmm1"]
    _, wrong = findings(listing(loop), x86("%zmm"))
    assert wrong == ["fused kernel: no inner loop loads whole registers"]


def test_a_kernel_that_is_missing_is_an_error() -> None:
    _, wrong = findings(listing(X86_LOOP).replace("fused_kernel", "another"), x86("%zmm"))
    assert wrong == ["fused kernel: no inner loop multiplies and adds whole registers (0 inner loops)"]


@pytest.mark.parametrize(
    ("target", "loop"),
    [
        (SVE, ["prfm\tpldl1keep, [x0]", "ld1d\t{z1.d}, p0/z, [x0, x4]", "fmul\tz1.d, z0.d, z1.d",
               "fadd\tz3.d, z1.d, z3.d", "b.ne\t1 <i>"]),
        (NEON, ["prfm\tpldl1keep, [x0]", "ldr\tq1, [x0], #16", "fmul\tv1.2d, v1.2d, v0.2d",
                "fadd\tv3.2d, v1.2d, v3.2d", "cbnz\tw1, 1 <i>"]),
    ],
)
def test_arm_is_understood(target: Target, loop: list[str]) -> None:
    seen, wrong = findings(listing(loop), target)
    assert wrong == []
    assert "1 loads, 1 products and 1 sums" in seen[0]
    _, wrong = findings(listing(["fmla\tz3.d, p0/m, z0.d, z1.d", "fmla\tv3.2d, v0.2d, v1.2d", *loop]), target)
    assert len(wrong) == len(KERNELS)


def test_the_target_follows_from_format_and_size() -> None:
    symbols = "x.o: file format {}\n0000000000000000 g O .rodata 00000000000000{} register_bytes\n"
    assert target_of(symbols.format("elf64-x86-64", "20")) == x86("%ymm")
    assert target_of(symbols.format("elf64-littleaarch64", "40")) == SVE
    assert target_of(symbols.format("elf64-littleaarch64", "40"), 64) == SVE
    with pytest.raises(SystemExit, match="16 bytes instead of 64"):
        target_of(symbols.format("elf64-littleaarch64", "10"), 64)
    with pytest.raises(SystemExit, match="not known"):
        target_of(symbols.format("elf64-x86-64", "80"))
    with pytest.raises(SystemExit, match="register_bytes"):
        target_of("x.o: file format elf64-x86-64\n")
