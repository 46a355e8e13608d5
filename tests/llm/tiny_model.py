"""A causal model of 16 units that says what it is told to, in a folder. Run `python -m tests.llm.tiny_model FOLDER`.

Nothing is downloaded. It reads pieces of 16 characters, which are all the same to it, so that a question is some 500
tokens; when it is its turn it says one of the texts that it knows, by equal chances. With it what surrounds a model, a
server or a trainer, is tried whole. Needs the extra `trl`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM

FIRST = '{"answer": 1}'
PIECE, PAD, BEGIN, END = "<|piece|>", "<|endoftext|>", "<|im_start|>", "<|im_end|>"
TURN = "assistant\n"  # by which servers find where a reply begins
LENGTH = 16  # characters of a piece
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
UNITS = 16
SURE = 6.0  # a weight that leaves other tokens one chance in 10^8


def tokens(says: Sequence[str], template: str = TEMPLATE) -> Any:
    """A tokenizer of pieces, the marks of a conversation, and each text as one token."""
    names = [PIECE, PAD, BEGIN, END]
    pieces = Tokenizer(models.WordLevel(vocab={name: number for number, name in enumerate(names)}, unk_token=PIECE))
    pieces.pre_tokenizer = pre_tokenizers.Split(Regex(f"[\\s\\S]{{1,{LENGTH}}}"), "isolated")
    pieces.decoder = decoders.Fuse()
    found = PreTrainedTokenizerFast(
        tokenizer_object=pieces, unk_token=PIECE, eos_token=END, pad_token=PAD, additional_special_tokens=[BEGIN]
    )
    found.add_tokens([TURN, *says])
    found.chat_template = template
    return found


def model(tokenizer: Any, says: Sequence[str]) -> Any:
    """Its layer adds nothing to a token: what it has just read says whether it speaks or ends."""
    end = tokenizer.eos_token_id
    sizes = {"hidden_size": UNITS, "intermediate_size": UNITS, "head_dim": UNITS, "num_hidden_layers": 1}
    heads = {"num_attention_heads": 1, "num_key_value_heads": 1, "max_position_embeddings": 1 << 16}
    marks = {"eos_token_id": end, "pad_token_id": tokenizer.pad_token_id, "bos_token_id": None}
    found = Qwen3ForCausalLM(
        Qwen3Config(vocab_size=len(tokenizer), tie_word_embeddings=False, **sizes, **heads, **marks)
    )
    said = tokenizer.convert_tokens_to_ids(list(says))
    (layer,) = found.model.layers
    with torch.no_grad():
        for weight in (layer.self_attn.o_proj.weight, layer.mlp.down_proj.weight, found.lm_head.weight):
            weight.zero_()
        read = found.model.embed_tokens.weight
        read.zero_()
        read[:, 0] = 1
        read[said] = torch.eye(UNITS)[1]
        found.lm_head.weight[said, 0] = SURE
        found.lm_head.weight[end, 1] = SURE
    return found


def save(folder: Path, says: Sequence[str] = (FIRST,)) -> None:
    """Model and tokenizer, as `from_pretrained` and model servers read them."""
    tokenizer = tokens(says)
    model(tokenizer, says).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def main(words: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="A tiny model for trying servers and trainers.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--says", nargs="+", default=[FIRST], help=f"texts, of which it says one (default {FIRST})")
    args = parser.parse_args(words)
    save(args.folder, args.says)


if __name__ == "__main__":
    main()
