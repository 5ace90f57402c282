import { createHash } from 'node:crypto';

/**
 * What a procedure does, as a value to compare: a digest of what stands between the quotes of its definition, whatever the
 * spacing. The platform gives back that part alone.
 */
export function bodyDigest(definition: string): string {
  const body = definition.split('$body$')[1] ?? definition;
  return createHash('sha256').update(body.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);
}
