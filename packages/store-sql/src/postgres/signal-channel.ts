import { createHash } from 'node:crypto';

/**
 * Returns the channel for the processes of a schema. It is a hash, because a channel name has at most 63 bytes, and the
 * name of a schema can already have 63.
 */
export function channelOf(schema: string, form: 'quoted' | 'unquoted' = 'quoted'): string {
  const name = `portcullis_${createHash('sha256').update(schema).digest('hex').slice(0, 24)}`;
  return form === 'quoted' ? `"${name}"` : name;
}
