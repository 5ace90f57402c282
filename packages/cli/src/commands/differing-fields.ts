const REDACTED = '[REDACTED]';

/**
 * Returns the dot paths at which a file differs from the server. Hidden values are not compared, and values that the
 * file omits do not differ.
 */
export function differingFields(wanted: unknown, shown: unknown, path = ''): readonly string[] {
  if (shown === REDACTED) return [];
  if (!isMapping(wanted) || !isMapping(shown)) {
    return JSON.stringify(wanted) === JSON.stringify(shown) ? [] : [path];
  }
  return Object.entries(wanted).flatMap(([name, value]) =>
    differingFields(value, shown[name], path === '' ? name : `${path}.${name}`),
  );
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
