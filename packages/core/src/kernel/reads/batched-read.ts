/**
 * Returns a function that reads the value of a key. The keys of concurrent calls are read together: all calls of the same
 * microtask queue in which the first one was made.
 *
 * @param readAll - reads the values of several keys, and resolves with the function that returns the value of each. Its error is
 * that of all calls.
 * @param isAlone - returns whether the caller must not share a query, such as one inside an open transaction. @default never
 */
export function createBatchedRead<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
  isAlone = (): boolean => false,
): (key: Key) => Promise<Value> {
  let batch: { readonly keys: Key[]; readonly reading: Promise<(key: Key) => Value> } | undefined;

  const begin = () => {
    const keys: Key[] = [];
    const reading = Promise.resolve().then(() => {
      batch = undefined;
      return readAll(keys);
    });
    return { keys, reading };
  };

  return async (key) => {
    if (isAlone()) return (await readAll([key]))(key);
    batch ??= begin();
    const { keys, reading } = batch;
    keys.push(key);
    return (await reading)(key);
  };
}
