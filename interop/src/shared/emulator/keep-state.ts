/** Saves the state of an emulator. Returns a function that restores it in place. */
export function keepState(state: object): () => void {
  const kept = structuredClone(state);
  return () => restore(state, structuredClone(kept));
}

/** Collections stay the same objects, because sessions and services refer to them; their entries are replaced. */
function restore(state: object, kept: object): void {
  for (const [name, value] of Object.entries(kept)) {
    const current: unknown = Reflect.get(state, name);
    if (Array.isArray(current)) current.splice(0, current.length, ...value);
    else if (current instanceof Map) refill(current, value);
    else if (current instanceof Set) refillSet(current, value);
    else Reflect.set(state, name, value);
  }
}

function refill(current: Map<unknown, unknown>, kept: ReadonlyMap<unknown, unknown>): void {
  current.clear();
  for (const [key, value] of kept) current.set(key, value);
}

function refillSet(current: Set<unknown>, kept: ReadonlySet<unknown>): void {
  current.clear();
  for (const value of kept) current.add(value);
}
