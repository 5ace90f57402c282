/** Names that need no quotes and are folded to upper case. Source: Snowflake SQL reference, "Identifier requirements". */
const UNQUOTED = /^[A-Za-z_][A-Za-z0-9_$]*$/;
/** Names that read the same with and without quotes. */
const FOLDED = /^[A-Z_][A-Z0-9_$]*$/;
const QUOTED = /^"((?:[^"]|"")+)"$/;

/**
 * The name that Snowflake gives an object whose identifier is written so: `governance` is `GOVERNANCE`, `"governance"` is
 * `governance`. A name that would need quotes and has none (`my-warehouse`) is taken to the letter, as its list shows it.
 *
 * @returns `undefined` for text that begins and ends with a quote and is no quoted identifier.
 */
export function readIdentifier(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"')) {
    return QUOTED.exec(trimmed)?.[1]?.replaceAll('""', '"');
  }
  return UNQUOTED.test(trimmed) ? trimmed.toUpperCase() : trimmed;
}

/** The shortest identifier that means a name: in quotes only where it has to be. Reading it gives the name back. */
export function writeIdentifier(name: string): string {
  return FOLDED.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The name that an identifier of a parsed config means. */
export function nameOf(identifier: string): string {
  return readIdentifier(identifier) ?? identifier;
}

/**
 * The names of a qualified identifier as answers of the platform show it: `GOV."my schema"`. Quotes stand only where they
 * have to. Source: "SHOW GRANTS", column `name`.
 */
export function readPath(text: string): readonly string[] {
  const parts = text.match(/"(?:[^"]|"")*"|[^."]+/g) ?? [];
  return parts.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part));
}
