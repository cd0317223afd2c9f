"""The messages as types for TypeScript: `python -m quincunx.server.typescript > messages.ts`."""

from typing import Any

import msgspec

from quincunx.server import messages as m

PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = "// Made by `python -m quincunx.server.typescript`: change the messages there, not here.\n"


def typescript() -> str:
    """All messages, the scene that they carry, and the steps of lessons, as interfaces.

    >>> print(typescript().split("export interface Point ")[1].split("}")[0])
    {
      type: "point";
      thing: string;
    <BLANKLINE>
    """
    (client, server, _), parts = msgspec.json.schema_components(
        [m.FromClient, m.FromServer, m.LessonStep], ref_template="{name}"
    )
    found = [HEAD]
    asked = _type(client).split(" | ")
    for name, part in sorted(parts.items()):
        found.append(f"export interface {name} {_object(part, name in asked or _left_out(name))}\n")
    found.append(f"export type FromClient = {_type(client)};\n")
    found.append(f"export type FromServer = {_type(server)};\n")
    return "\n".join(found)


def _left_out(name: str) -> bool:
    """Whether the server leaves out what has its usual value."""
    config = getattr(getattr(m, name, None), "__struct_config__", None)
    return config is not None and config.omit_defaults


def _object(part: dict[str, Any], optional_defaults: bool) -> str:
    """The fields of one interface: a client may leave out what has a default; the server mostly sends everything."""
    needed = set(part.get("required", ()))
    lines = []
    for name, field in part.get("properties", {}).items():
        optional = "?" if optional_defaults and name not in needed and "enum" not in field else ""
        lines.append(f"  {name}{optional}: {_type(field)};")
    return "{\n" + "\n".join(lines) + "\n}"


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"])
    if "enum" in field:
        return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in field["enum"])
    if "anyOf" in field:
        return " | ".join(_type(each) for each in field["anyOf"])
    match field.get("type"):
        case "array" if "prefixItems" in field:
            return f"[{', '.join(_type(each) for each in field['prefixItems'])}]"
        case "array":
            inner = _type(field.get("items") or {})
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case "object" if field.get("additionalProperties"):
            return f"Record<string, {_type(field['additionalProperties'])}>"
        case "object":
            return "Record<string, unknown>"
        case str(plain):
            return PLAIN[plain]
    return "unknown"


if __name__ == "__main__":
    print(typescript(), end="")
