"""`run.precision = auto` computes in bfloat16 only where the hardware does: emulated it is slower than float32."""

import platform

import pytest

from tests.each import each

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

precision = pytest.importorskip("training.precision")
CPU = torch.device("cpu")


def pretend(monkeypatch: pytest.MonkeyPatch, machine: str, torch_says: bool, avx512_bf16: bool, amx: bool) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: True)
    monkeypatch.setattr(torch.ops.mkldnn, "_is_mkldnn_bf16_supported", lambda: torch_says, raising=False)
    monkeypatch.setattr(torch.cpu, "_is_avx512_bf16_supported", lambda: avx512_bf16)
    monkeypatch.setattr(torch.cpu, "_is_amx_tile_supported", lambda: amx)


@each(
    ("machine", "torch_says", "avx512_bf16", "amx", "mixed"),
    [
        ("x86_64", True, False, False, False),  # AVX-512 alone: emulated
        ("x86_64", True, True, False, True),
        ("x86_64", True, True, True, True),
        ("x86_64", True, False, True, True),
        ("AMD64", True, False, False, False),
        ("x86_64", False, True, True, False),  # oneDNN was told to use less
        ("aarch64", True, False, False, True),  # there torch asks for the instructions themselves
        ("arm64", False, False, False, False),
    ],
)
def test_a_cpu_is_mixed_if_it_multiplies_bfloat16(
    machine: str, torch_says: bool, avx512_bf16: bool, amx: bool, mixed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, machine, torch_says, avx512_bf16, amx)
    assert precision.is_mixed("auto", CPU) == mixed
    assert precision.is_mixed("bfloat16", CPU), "what is asked for is done"
    assert not precision.is_mixed("float32", CPU)
    assert not precision.is_mixed("auto", CPU, "sparse"), "it is slower there"
    assert precision.is_mixed("bfloat16", CPU, "sparse")


def test_a_torch_that_cannot_tell_computes_in_float32(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, "x86_64", True, True, True)
    monkeypatch.delattr(torch.cpu, "_is_avx512_bf16_supported")
    assert precision.is_mixed("auto", CPU)
    monkeypatch.delattr(torch.cpu, "_is_amx_tile_supported")
    assert not precision.is_mixed("auto", CPU)


@pytest.mark.parametrize("native", [True, False])
def test_a_gpu_that_emulates_it_computes_in_float32(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def supported(including_emulation: bool = True) -> bool:
        return native or including_emulation

    monkeypatch.setattr(torch.cuda, "is_bf16_supported", supported)
    assert precision.is_mixed("auto", torch.device("cuda")) == native


def test_what_torch_says_is_what_the_system_says() -> None:
    """So that names that torch may drop are noticed here."""
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        pytest.skip("reads the flags of /proc/cpuinfo")
    with open("/proc/cpuinfo") as file:
        flags = set(next(line for line in file if line.startswith("flags")).split())
    if torch.ops.mkldnn._is_mkldnn_bf16_supported():
        assert precision.is_mixed("auto", CPU) == bool(flags & {"avx512_bf16", "amx_bf16"})
