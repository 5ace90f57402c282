import { createHash } from 'node:crypto';

/**
 * The channel of a schema's processes. Names of channels have at most 63 bytes, and names of schemas may be as long.
 */
export function channelOf(schema: string, form: 'quoted' | 'unquoted' = 'quoted'): string {
  const name = `portcullis_${createHash('sha256').update(schema).digest('hex').slice(0, 24)}`;
  return form === 'quoted' ? `"${name}"` : name;
}
