"""Nothing is left that nobody names: functions, classes and constants of package and training are used, or hooks."""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = [file for room in ("munchkin_env", "training", "tests", "configs") for file in (ROOT / room).rglob("*.py")]
OURS = [file for file in READ if file.relative_to(ROOT).parts[0] in ("munchkin_env", "training")]

# Names that libraries call: argparse, Numba, stable-baselines3, Gymnasium, Ray, urllib, OpenEnv, OpenSpiel,
# TextArena, and the visitors of `ast`.
HOOKS = {
    "_action_to_string",
    "_apply_action",
    "_check_value",
    "_fill_text",
    "_forward",
    "_forward_train",
    "_legal_actions",
    "_parse_result",
    "_parse_state",
    "_step_payload",
    "cache_path",
    "chance_outcomes",
    "close_extras",
    "define_pipelines",
    "get_attr",
    "get_board_str",
    "_get_module_for_linking",
    "add_ir_module",
    "get_metadata",
    "get_non_inference_attributes",
    "get_task",
    "http_open",
    "https_open",
    "list_tasks",
    "redirect_request",
    "save_overload",
    "set_from",
    "string_from",
}
VISITS = re.compile(r"visit_[A-Z]\w+|__\w+__")


def defined() -> dict[str, Path]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    trees = [(file, ast.parse(file.read_text(encoding="utf-8"))) for file in OURS]
    found = {node.name: file for file, tree in trees for node in ast.walk(tree) if isinstance(node, kinds)}
    return found | {name: file for file, tree in trees for name in constants(tree)}


def constants(tree: ast.Module) -> list[str]:
    """The names that a module gives to values at its top."""
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def test_whatever_is_defined_is_named_elsewhere() -> None:
    named = Counter(word for file in READ for word in re.findall(r"\w+", file.read_text(encoding="utf-8")))
    here = re.findall(r"\w+", Path(__file__).read_text(encoding="utf-8"))
    named.subtract(here)
    alone = {name: file for name, file in defined().items() if named[name] <= 1 and not VISITS.fullmatch(name)}
    assert set(alone) == HOOKS, {name: str(file) for name, file in alone.items() if name not in HOOKS}
