const REDACTED = '[REDACTED]';

/**
 * The dot paths at which a file says something else than the server shows. What the server hides cannot be compared, and what the
 * file leaves to the server does not differ.
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
