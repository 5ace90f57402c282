/** Entries that a list in an error answer has at most. */
const MAX_ENTRIES = 200;

/** Characters that a text in an error answer has at most. */
const MAX_CHARACTERS = 2_000;

/**
 * A copy of what an error answer says, with long lists and texts cut: what a caller sends must not come back as more. An error is
 * bounded where it is made; this holds for those of plugins and hosts too.
 */
export function bounded<Value>(value: Value): Value {
  return cut(value) as Value;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_CHARACTERS ? `${value.slice(0, MAX_CHARACTERS)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(cut);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  return Object.fromEntries(entries.map(([name, each]) => [name.slice(0, MAX_CHARACTERS), cut(each)]));
}
