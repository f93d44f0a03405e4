"""Trains a small network to predict moves and results from a PGN file with PyTorch.

    python examples/torch_dataset.py games.pgn

Positions are read by all cores while the network is trained; each chunk of rows is shuffled and cut
into batches of tensors.
"""

from __future__ import annotations

import argparse
from typing import Any, Dict, Iterator

import ferz.batch as batch
import numpy as np

try:
    import torch
except ImportError:
    raise SystemExit("this example needs PyTorch: pip install torch") from None


class Positions(torch.utils.data.IterableDataset):
    """Batches of planes, indexes of the moves played and results for the mover.

    With several workers of a ``DataLoader`` each reads the file and takes every n-th chunk.
    """

    def __init__(self, path: str, batch_size: int, seed: int = 0, **filters: Any) -> None:
        self._path = path
        self._batch_size = batch_size
        self._random = np.random.default_rng(seed)
        self._filters = filters

    def __iter__(self) -> Iterator[Dict[str, torch.Tensor]]:
        worker = torch.utils.data.get_worker_info()
        number, count = (0, 1) if worker is None else (worker.id, worker.num_workers)
        stream = batch.positions(
            self._path,
            columns=("move", "result"),
            results=("1-0", "0-1", "1/2-1/2"),
            chunk_size=64 * self._batch_size,
            **self._filters,
        )
        for nth, chunk in enumerate(stream):
            if nth % count == number:
                yield from self._batches(chunk)

    def _batches(self, chunk: Dict[str, np.ndarray]) -> Iterator[Dict[str, torch.Tensor]]:
        order = self._random.permutation(len(chunk["position"]))
        for start in range(0, len(order), self._batch_size):
            rows = order[start : start + self._batch_size]
            positions = chunk["position"][rows]
            black = positions["state"] >= 128
            result = np.where(black, -chunk["result"][rows], chunk["result"][rows])
            moves = batch.move_indexes(positions, chunk["move"][rows])
            yield {
                "planes": torch.from_numpy(batch.planes(positions)),
                "move": torch.from_numpy(moves.astype(np.int64)),
                "result": torch.from_numpy(result.astype(np.float32)),
            }


class Network(torch.nn.Module):
    """Two convolutions, then a policy of lc0's 1858 moves and a value from -1 to 1."""

    def __init__(self, channels: int = 32) -> None:
        super().__init__()
        self.body = torch.nn.Sequential(
            torch.nn.Conv2d(batch.PLANES["mover"], channels, 3, padding=1),
            torch.nn.ReLU(),
            torch.nn.Conv2d(channels, channels, 3, padding=1),
            torch.nn.ReLU(),
            torch.nn.Flatten(),
        )
        self.policy = torch.nn.Linear(64 * channels, batch.POLICY_SIZES["lc0"])
        self.value = torch.nn.Linear(64 * channels, 1)

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.body(planes)
        return self.policy(hidden), torch.tanh(self.value(hidden)).squeeze(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pgn")
    parser.add_argument("--batch-size", type=int, default=256)
    parser.add_argument("--steps", type=int, default=1000)
    arguments = parser.parse_args()
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-3)
    dataset = Positions(arguments.pgn, arguments.batch_size, min_ply=8)
    for step, data in zip(range(arguments.steps), dataset):
        policy, value = network(data["planes"])
        policy_loss = torch.nn.functional.cross_entropy(policy, data["move"])
        value_loss = torch.nn.functional.mse_loss(value, data["result"])
        optimizer.zero_grad()
        (policy_loss + value_loss).backward()
        optimizer.step()
        if step % 10 == 0:
            print(f"step {step}: policy {policy_loss:.3f}, value {value_loss:.3f}")


if __name__ == "__main__":
    main()
