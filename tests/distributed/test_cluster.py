"""Environment runners on two nodes, and one that is killed while others train."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.distributed.tools import TINY, need_ray

need_ray()

import ray
from ray.cluster_utils import Cluster

from training.rllib.learning import algorithm_config, connected, iterate, runner_nodes, train
from training.rllib.options import parse

NODE = {"num_cpus": 1, "object_store_memory": 100 << 20, "include_dashboard": False}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of one core each, on this machine."""
    nodes = Cluster(initialize_head=True, head_node_args=NODE)
    nodes.add_node(num_cpus=1, object_store_memory=NODE["object_store_memory"])
    yield nodes
    ray.shutdown()
    nodes.shutdown()


@pytest.mark.slow
def test_runners_of_both_nodes_train_one_policy(cluster: Any) -> None:
    words = [*TINY, "--address", cluster.address, "--env-runners", "2", "--iterations", "3", "--opponents", "greedy"]
    summary = train(parse(words))
    assert len(summary.nodes) == 2
    assert len(set(summary.nodes)) == 2
    assert [progress.runners for progress in summary.progress] == [2, 2, 2]
    assert all(progress.decisions >= 256 for progress in summary.progress)
    assert sum(progress.games for progress in summary.progress) > 3


@pytest.mark.slow
def test_training_survives_the_death_of_a_runner(cluster: Any) -> None:
    options = parse([*TINY, "--address", cluster.address, "--env-runners", "2"])
    with connected(options):
        algorithm = algorithm_config(options).build_algo()
        try:
            assert iterate(algorithm).runners == 2
            manager = algorithm.env_runner_group._worker_manager
            before = runner_nodes(algorithm)
            killed = manager.actors()[1]
            ray.kill(killed, no_restart=False)
            alive = [iterate(algorithm) for _ in range(8)]
            assert min(progress.decisions for progress in alive) >= 256
            assert alive[-1].runners == 2
            assert len(runner_nodes(algorithm)) == len(before) == 2
            assert manager.total_num_restarts() >= 1
        finally:
            algorithm.stop()
