"""Choice of mixed precision: by the settings, or by the device."""

import platform

import torch


def is_mixed(wanted: str, device: torch.device, kind: str = "tokens") -> bool:
    """Return True if computation in bfloat16 is safe and wanted.

    wanted: auto, float32 or bfloat16; kind: of network.
    """
    if wanted != "auto":
        return wanted == "bfloat16"
    if device.type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    if kind == "sparse":
        return False  # its layers are so small that conversion costs a quarter of the speed
    return _cpu_computes_bfloat16()


def _cpu_computes_bfloat16() -> bool:
    """Return True if the CPU itself multiplies bfloat16.

    AVX-512 without it only emulates bfloat16, at half the speed of float32; torch calls it supported there all the
    same.
    """
    if not (torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()):
        return False
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return True  # on ARM torch checks the instructions itself
    # These functions are private to torch; without them float32 is correct but slower.
    asks = (getattr(torch.cpu, name, None) for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"))
    return any(ask() for ask in asks if ask is not None)
