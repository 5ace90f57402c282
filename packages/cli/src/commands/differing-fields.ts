const REDACTED = '[REDACTED]';

/**
 * Returns the dot paths at which a file differs from the server. Hidden values are not compared, and values that the
 * file omits do not differ.
 */
export function differingFields(desired: unknown, actual: unknown, path = ''): readonly string[] {
  if (actual === REDACTED) return [];
  if (!isMapping(desired) || !isMapping(actual)) {
    return JSON.stringify(desired) === JSON.stringify(actual) ? [] : [path];
  }
  return Object.entries(desired).flatMap(([name, value]) =>
    differingFields(value, actual[name], path === '' ? name : `${path}.${name}`),
  );
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
