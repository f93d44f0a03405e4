"""The options of an engine."""

from __future__ import annotations

import dataclasses
from typing import Dict, Generic, Iterable, Iterator, List, Mapping, MutableMapping, Optional, Tuple
from typing import TypeVar, Union

from .exchange import EngineError

T = TypeVar("T")

ConfigValue = Union[str, int, bool, None]
ConfigMapping = Mapping[str, ConfigValue]

#: Options that are set by :func:`Protocol.play()` and :func:`Protocol.analysis()` themselves.
MANAGED_OPTIONS = ["uci_chess960", "uci_variant", "multipv", "ponder"]

_BUTTONS = ("button", "reset", "save")
_TEXTS = ("string", "file", "path")


@dataclasses.dataclass(frozen=True)
class Option:
    """An option that an engine declares."""

    name: str
    """The name."""
    type: str
    """
    The type:

    ==================  ===============  =========================
    type                protocols        value
    ==================  ===============  =========================
    check               UCI, XBoard      ``True`` or ``False``
    spin                UCI, XBoard      integer, between *min* and *max*
    combo               UCI, XBoard      string, one of *var*
    button              UCI, XBoard      ``None``
    reset, save         XBoard           ``None``
    string, file, path  UCI, XBoard      string without line breaks
    ==================  ===============  =========================
    """
    default: ConfigValue
    """The default value."""
    min: Optional[int]
    """The minimum of a *spin* option."""
    max: Optional[int]
    """The maximum of a *spin* option."""
    var: Optional[List[str]]
    """The values of a *combo* option."""

    def parse(self, value: ConfigValue) -> ConfigValue:
        """
        Returns the value that is sent to the engine for a given one.

        :raises: :class:`EngineError` if the value does not fit the option.
        """
        if self.type == "check":
            return bool(value) and value != "false"
        if self.type == "spin":
            return self._parse_spin(value)
        if self.type == "combo":
            if not isinstance(value, str) or value not in (self.var or []):
                available = ", ".join(self.var or []) or "none"
                raise EngineError(
                    f"invalid value for combo option {self.name!r}: {value!r} (available: {available})"
                )
            return value
        if self.type in _BUTTONS:
            return None
        if self.type in _TEXTS:
            text = str(value)
            if "\n" in text or "\r" in text:
                raise EngineError(f"line break in the value of option {self.name!r}: {text!r}")
            return text
        raise EngineError(f"option {self.name!r} has an unknown type: {self.type!r}")

    def _parse_spin(self, value: ConfigValue) -> int:
        try:
            number = int(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise EngineError(
                f"expected an integer for spin option {self.name!r}, got {value!r}"
            ) from None
        if self.min is not None and number < self.min:
            raise EngineError(
                f"expected at least {self.min} for spin option {self.name!r}, got {number}"
            )
        if self.max is not None and number > self.max:
            raise EngineError(
                f"expected at most {self.max} for spin option {self.name!r}, got {number}"
            )
        return number

    def is_managed(self) -> bool:
        """
        Returns true for options that are set automatically: ``UCI_Chess960``, ``UCI_Variant``,
        ``MultiPV`` and ``Ponder``. They cannot be configured.
        """
        return self.name.lower() in MANAGED_OPTIONS

    def is_button(self) -> bool:
        """Returns true for options without a value, which start an action."""
        return self.type in _BUTTONS


class UciOptionMap(MutableMapping[str, T], Generic[T]):
    """A mapping whose keys ignore case, as the names of UCI options do."""

    def __init__(self, data: Optional[Iterable[Tuple[str, T]]] = None, **kwargs: T) -> None:
        self._items: Dict[str, Tuple[str, T]] = {}
        self.update(() if data is None else data, **kwargs)

    def __setitem__(self, key: str, value: T) -> None:
        self._items[key.lower()] = (key, value)

    def __getitem__(self, key: str) -> T:
        return self._items[key.lower()][1]

    def __delitem__(self, key: str) -> None:
        del self._items[key.lower()]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._items.values())

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, UciOptionMap):
            if not isinstance(other, Mapping):
                return NotImplemented
            if not all(isinstance(key, str) for key in other):
                return False
            other = UciOptionMap(other.items())
        return self._values() == other._values()

    def _values(self) -> Dict[str, T]:
        return {key: value for key, (_, value) in self._items.items()}

    def copy(self) -> UciOptionMap[T]:
        """Returns a copy."""
        return UciOptionMap(self._items.values())

    def __copy__(self) -> UciOptionMap[T]:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self.items())!r})"
