"""Two operations on memory that Numba has no words for.

`copy_cards` copies the cards of a game, those that it has, in one go. `fetch_row` fetches ahead: while one game is
played the next one comes into the cache, since thousands of games fit in none.
"""

from typing import Any

from munchkin_env.engine.kernels.kernel import INTERPRETED, kernel
from munchkin_env.engine.state.layout import CARD, FRAME, STATE

MANY = 256  # more games than this do not fit into the second level of cache
LINE = 64  # bytes that come at once
NEAR = 2  # levels of cache: 3 is the first one, which one game alone would fill

_OFFSETS = {name: int(STATE.fields[name][1]) for name in ("combat", "frame", "card")}  # type: ignore[index]
COMBAT_END = _OFFSETS["combat"] + 128  # its numbers and the first monsters
FRAMES, FRAMES_END = _OFFSETS["frame"], _OFFSETS["frame"] + 8 * FRAME.itemsize  # as many as are seldom exceeded
CARDS, CARD_BYTES = _OFFSETS["card"], CARD.itemsize

if INTERPRETED:

    def copy_cards(v: Any, s: Any, n: int) -> None:
        """The first `n` records of `card` become those of `s`, the one of no card among them."""
        v.card[:n] = s.card[:n]

    def fetch(rows: Any, i: int, offset: int) -> None:
        """Nothing: only compiled code waits for memory."""

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
                builder.gep(builder.bitcast(one, byte.as_pointer()), [number(CARDS)]) for one in arguments[:2]
            )
            cgutils.raw_memcpy(builder, to, source, arguments[2], CARD.itemsize)
            return context.get_dummy_value()

        return types.void(v, s, types.int64), build

    @intrinsic
    def fetch(typing_context: Any, rows: Any, i: Any, offset: Any) -> Any:
        """Prefetch the cache line at a byte of row `i`; has no other effect, and never fails."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            row = cgutils.get_item_pointer(context, builder, signature.args[0], array, [arguments[1]], wraparound=False)
            byte = builder.gep(builder.bitcast(row, ir.IntType(8).as_pointer()), [arguments[2]])
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte.type, number, number, number])
            prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
            builder.call(prefetch, [byte, number(0), number(NEAR), number(1)])
            return context.get_dummy_value()

        return types.void(rows, types.int64, types.int64), build


@kernel
def fetch_row(positions, i, n_cards):
    """Prefetch the data of the next decision in row `i`: its numbers, the top of its stack, its cards."""
    for at in range(0, COMBAT_END, LINE):
        fetch(positions, i, at)
    for at in range(FRAMES, FRAMES_END, LINE):
        fetch(positions, i, at)
    for at in range(CARDS, CARDS + n_cards * CARD_BYTES, LINE):
        fetch(positions, i, at)
