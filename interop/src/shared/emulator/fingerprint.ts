/** The state of an emulator as text, to compare before and after. The order of entries makes no difference. */
export function fingerprint(state: object): string {
  return JSON.stringify(describeState(state), undefined, 1);
}

/** A part of the state without maps and sets, in a canonical order: equal for equal parts. */
export function describeState(value: unknown): unknown {
  if (value instanceof Map) {
    const entries = [...value].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, each]) => [key, describeState(each)]));
  }
  if (value instanceof Set) return [...value].sort();
  if (Array.isArray(value)) return value.map((each) => JSON.stringify(describeState(each))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, describeState(each)]));
}
