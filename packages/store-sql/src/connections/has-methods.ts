/** Returns whether a value is an object with functions of these names. */
export function hasMethods(value: unknown, ...names: readonly string[]): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => name in value && typeof (value as Record<string, unknown>)[name] === 'function');
}
