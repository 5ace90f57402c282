import { builtIns } from '../built-ins.ts';

/**
 * Returns the body of a procedure as a comparable value: a digest of the text between the quotes of its definition,
 * regardless of spacing. The platform returns only that part.
 */
export function bodyDigest(definition: string): string {
  const body = definition.split('$body$')[1] ?? definition;
  return builtIns.crypto.createHash('sha256').update(body.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);
}
