import { ServiceError } from '@portcullis/core';

/** Maximum depth of objects and arrays in a body. Later readers may recurse. */
export const MAX_DEPTH = 64;

/** Maximum number of values in a body; values of aliases count at each use. */
const MAX_VALUES = 100_000;

const LONE_SURROGATE = /\p{Surrogate}/u;

interface Place {
  readonly value: object;
  readonly path: string;
  readonly depth: number;
}

/**
 * Rejects well-formed bodies that are not safe to process: too deep, too many values, a field named `__proto__`, half of a surrogate
 * pair. As UTF-8, such a half becomes another character, so that a stored or sent secret would differ from the one in the body.
 *
 * @throws ServiceError `BODY_INVALID`
 */
export function checkShape(body: unknown): void {
  const places: Place[] = isObject(body) ? [{ value: body, path: '', depth: 1 }] : [];
  let values = 1;
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    if (place.depth > MAX_DEPTH) refuse(place.path, `This is nested deeper than ${MAX_DEPTH} levels.`);
    const entries = Object.entries(place.value);
    values += entries.length;
    if (values > MAX_VALUES) refuse('', `There are more than ${MAX_VALUES} values.`);
    for (const [name, value] of entries) {
      const path = place.path === '' ? name : `${place.path}.${name}`;
      // Harmless as an own property, but a copy by assignment would set the prototype.
      if (name === '__proto__') refuse(path, 'This field is not known.');
      if (LONE_SURROGATE.test(name) || (typeof value === 'string' && LONE_SURROGATE.test(value))) {
        refuse(path, 'This contains half of a surrogate pair: send complete characters.');
      }
      if (isObject(value)) places.push({ value, path, depth: place.depth + 1 });
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function refuse(path: string, message: string): never {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  throw new ServiceError('BODY_INVALID', `The body is not valid. ${shown === '' ? '' : `${shown}: `}${message}`, {
    details: [{ path: shown, message }],
  });
}
