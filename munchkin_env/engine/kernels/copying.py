"""Copying the cards of a game: those that it has, in one go."""

from typing import Any

from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.engine.state.layout import CARD, STATE

_CARDS = int(STATE.fields["card"][1])  # type: ignore[index]

if INTERPRETED:

    def copy_cards(v: Any, s: Any, n: int) -> None:
        """The first `n` records of `card` become those of `s`, the one of no card among them."""
        v.card[:n] = s.card[:n]

else:
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def copy_cards(typing_context: Any, v: Any, s: Any, n: Any) -> Any:
        """The first `n` records of `card` become those of `s`, the one of no card among them. One by one they take far
        longer, since the compiler can't know that the two positions do not overlap."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte, number = ir.IntType(8), ir.IntType(64)
            to, source = (
                builder.gep(builder.bitcast(one, byte.as_pointer()), [number(_CARDS)]) for one in arguments[:2]
            )
            cgutils.raw_memcpy(builder, to, source, arguments[2], CARD.itemsize)
            return context.get_dummy_value()

        return types.void(v, s, types.int64), build
