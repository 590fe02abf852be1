#!/usr/bin/env python3
"""Checks instructions of compiled kernels: whole registers and prefetches in inner loops, no calls, no fused rounding."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from dataclasses import dataclass

KERNELS = {
    "fused kernel": re.compile(r"fused_kernel|FusedBodyOf<"),
    "product of 16": re.compile(r"product_of_16|multiply_chunks<"),
    "product of 1": re.compile(r"product_of_1$|multiply_chunks_by_one<"),
    "product of repeated chunks": re.compile(r"product_of_repeated_chunks"),
    "powers of two chains": re.compile(r"powers_of_two_chains|multiply_alike<.*FinishedRows<2>"),
}
# What streams from memory. Compilers may drop prefetches without a word (see kernels/core/caches.hpp).
PREFETCHES = {"product of 1"}
LOADS = {"fused kernel"}


@dataclass(frozen=True)
class Target:
    """Patterns for a processor's whole-register arithmetic, calls and jumps."""

    load: str  # or an operand in memory
    multiply: str
    add: str
    contracted: str
    prefetch: str
    call: str
    jump: str


def x86(register: str) -> Target:
    return Target(
        load=rf"v?mov[au]p[sd]\s.*\(.*{register}\d+$|v?(?:mul|add)pd\s.*\(.*{register}\d+$",
        multiply=rf"v?mulpd\s.*{register}\d+$",
        add=rf"v?addpd\s.*{register}\d+$",
        contracted=r"vfn?m(?:add|sub)",
        prefetch=r"prefetch",
        call=r"call",
        jump=r"j[a-z]+\s+([0-9a-f]+)",
    )


ARM = {"prefetch": r"prf[a-z]+\s", "call": r"blr?\s",
       "jump": r"(?:b\.?[a-z]*|cbn?z\s+\w+,|tbn?z\s+\w+,\s*#\w+,)\s+([0-9a-f]+)\s"}
SVE = Target(r"ld1[bd]\s.*\{z\d+", r"fmul\sz\d+\.d", r"fadd\sz\d+\.d", r"fn?m(?:la|ad|ls|sb)\s", **ARM)
NEON = Target(r"ldu?[rp]\sq\d+|ld1\s", r"fmul\sv\d+\.2d", r"fadd\sv\d+\.2d", r"fml[as]\s", **ARM)
# By objdump's name of the architecture and the bytes per register.
TARGETS = {
    ("elf64-x86-64", 64): x86("%zmm"),
    ("elf64-x86-64", 32): x86("%ymm"),
    ("elf64-x86-64", 16): x86("%xmm"),
    ("elf64-littleaarch64", 64): SVE,
    ("elf64-littleaarch64", 32): SVE,
    ("elf64-littleaarch64", 16): NEON,
}


def target_of(symbols: str, wanted_bytes: int | None = None) -> Target:
    """The target of the object whose file format and symbols objdump lists; its registers have `wanted_bytes`."""
    file_format = re.search(r"file format (\S+)", symbols)
    size = re.search(r"([0-9a-f]{16})\s+register_bytes$", symbols, re.MULTILINE)
    if not file_format or not size:
        raise SystemExit("check_registers.py: no register_bytes among the symbols (is it tests/registers/kernels.cpp?) "
                         "give its object file")
    if wanted_bytes not in (None, int(size[1], 16)):
        raise SystemExit(f"check_registers.py: registers have {int(size[1], 16)} bytes instead of {wanted_bytes} (they are "
                         "not those of the processor that was asked for) look at the compiler's flags")
    target = TARGETS.get((file_format[1], int(size[1], 16)))
    if target is None:
        raise SystemExit(f"check_registers.py: registers of {int(size[1], 16)} bytes of {file_format[1]} are not known "
                         "here: add their patterns")
    return target



def functions(listing: str) -> list[tuple[str, list[tuple[int, str]]]]:
    """For each function listed by objdump: its name, and the address and text of each instruction."""
    found: list[tuple[str, list[tuple[int, str]]]] = []
    for line in listing.splitlines():
        if head := re.match(r"[0-9a-f]+ <(.*)>:$", line):
            found.append((head[1], []))
        elif (code := re.match(r"\s*([0-9a-f]+):\s+(.*)", line)) and found:
            text = re.sub(r"\s+", " ", code[2].split("//")[0]).strip()
            found[-1][1].append((int(code[1], 16), f"{text} "))
    return found


def inner_loops(code: list[tuple[int, str]], target: Target) -> list[list[str]]:
    """The instructions of each loop that contains no other."""
    ranges = []
    for address, text in code:
        jump = re.match(target.jump, text)
        if jump and code[0][0] <= int(jump[1], 16) <= address:
            ranges.append((int(jump[1], 16), address))
    inner = [r for r in ranges if not any(o != r and r[0] <= o[0] and o[1] <= r[1] for o in ranges)]
    return [[text.strip() for address, text in code if begin <= address <= end] for begin, end in inner]


def count(loop: list[str], pattern: str) -> int:
    return sum(1 for text in loop if re.match(pattern, text))


def findings(listing: str, target: Target) -> tuple[list[str], list[str]]:
    """What was seen, and what is wrong."""
    seen, wrong = [], []
    for kernel, name in KERNELS.items():
        loops = [x for function, code in functions(listing) if name.search(function) for x in inner_loops(code, target)]
        whole = [x for x in loops if count(x, target.multiply) and count(x, target.add)]
        if not whole:
            wrong.append(f"{kernel}: no inner loop multiplies and adds whole registers ({len(loops)} inner loops)")
        if kernel in PREFETCHES and whole and not any(count(x, target.prefetch) for x in whole):
            wrong.append(f"{kernel}: no inner loop prefetches")
        if kernel in LOADS and whole and not any(count(x, target.load) for x in whole):
            wrong.append(f"{kernel}: no inner loop loads whole registers")
        for loop in whole:
            loads, products, sums = (count(loop, p) for p in (target.load, target.multiply, target.add))
            seen.append(f"{kernel}: an inner loop of {len(loop)} instructions: {loads} loads, {products} products and "
                        f"{sums} sums of whole registers")
            for what, pattern in (("calls", target.call), ("contracted sums", target.contracted)):
                if number := count(loop, pattern):
                    wrong.append(f"{kernel}: {number} {what} in an inner loop")
    return seen, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("object", help="object file of tests/registers/kernels.cpp")
    parser.add_argument("--objdump", default="objdump", help="objdump of the target, such as aarch64-linux-gnu-objdump")
    wanted = os.environ.get("MINIKRYLOV_REGISTER_BYTES")
    parser.add_argument("--bytes", type=int, default=wanted and int(wanted),
                        help="of a register (default: $MINIKRYLOV_REGISTER_BYTES, or any)")
    job = parser.parse_args()

    def dump(*options: str) -> str:
        command = [job.objdump, *options, job.object]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    seen, wrong = findings(dump("-d", "-C", "--no-show-raw-insn", "--wide"), target_of(dump("-t"), job.bytes))
    print("\n".join(seen))
    for problem in wrong:
        print(f"check_registers.py: {problem}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
