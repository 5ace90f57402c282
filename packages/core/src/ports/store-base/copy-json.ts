/**
 * Returns a copy of a JSON value, as JSON preserves it and without references to the value. This is several times as fast as parsing
 * its text.
 *
 * @returns undefined for a value that JSON omits, such as a function.
 */
export function copyJson(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      // JSON has no other numbers, and no negative zero.
      return Number.isFinite(value) ? value + 0 : null;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((element) => copyJson(element) ?? null);
      return isPlain(value) ? copyMembers(value) : parsed(value);
    case 'bigint':
      return parsed(value);
    default:
      return undefined;
  }
}

function copyMembers(value: Readonly<Record<string, unknown>>): unknown {
  const copied: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = copyJson(value[name]);
    if (member === undefined) continue;
    if (name === '__proto__') Object.defineProperty(copied, name, { ...OWN, value: member });
    else copied[name] = member;
  }
  return copied;
}

/** An assignment to `__proto__` would change the prototype instead of adding a member. */
const OWN = { configurable: true, enumerable: true, writable: true };

/** Returns whether JSON takes the members of an object as they are. */
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return typeof (value as { readonly toJSON?: unknown }).toJSON !== 'function';
}

function parsed(value: unknown): unknown {
  const text: string | undefined = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
}
