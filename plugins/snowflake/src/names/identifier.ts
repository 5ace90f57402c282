/**
 * The form of identifiers without quotes, which are folded to upper case. Source: Snowflake SQL reference, "Identifier
 * requirements".
 */
const UNQUOTED = /^[A-Za-z_][A-Za-z0-9_$]*$/;
/** The form of names that are the same with and without quotes. */
const FOLDED = /^[A-Z_][A-Z0-9_$]*$/;
const QUOTED = /^"((?:[^"]|"")+)"$/;

/**
 * Returns the name of an object for its written identifier: `governance` is `GOVERNANCE`, `"governance"` is
 * `governance`. A name that would need quotes and has none (`my-warehouse`) is used literally, as in its list.
 *
 * @returns `undefined` for text that begins and ends with a quote and is not a quoted identifier.
 */
export function readIdentifier(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"')) {
    return QUOTED.exec(trimmed)?.[1]?.replaceAll('""', '"');
  }
  return UNQUOTED.test(trimmed) ? trimmed.toUpperCase() : trimmed;
}

/** Returns the shortest identifier of a name: quoted only if required. Parsing it returns the name. */
export function writeIdentifier(name: string): string {
  return FOLDED.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Returns the name of an identifier in a parsed config. */
export function nameOf(identifier: string): string {
  return readIdentifier(identifier) ?? identifier;
}

/**
 * Returns the names of a qualified identifier as in responses of the platform: `GOV."my schema"`, with quotes only if
 * required. Source: "SHOW GRANTS", column `name`.
 */
export function readPath(text: string): readonly string[] {
  const parts = text.match(/"(?:[^"]|"")*"|[^."]+/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part));
}
