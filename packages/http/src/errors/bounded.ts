/** Maximum number of entries of a list in an error response. */
const MAX_ENTRIES = 200;

/** Maximum number of characters of a text in an error response. */
const MAX_CHARACTERS = 2_000;

/**
 * Returns a copy of the content of an error response, with long lists and texts truncated: a response must not be
 * larger than the request. Errors of plugins and hosts are bounded here, too.
 */
export function bounded<Value>(value: Value): Value {
  return cut(value) as Value;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([name, item]) => [name.slice(0, MAX_CHARACTERS), cut(item)]));
}
