const REDACTED = '[REDACTED]';

/**
 * The dot paths at which a file differs from the server. Hidden values cannot be compared, and values that the file
 * leaves to the server do not differ.
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
