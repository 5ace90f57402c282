import { createHash } from 'node:crypto';

/** The channel of a schema's processes: names of channels hold 63 bytes, those of schemas may need as many. */
export function channelOf(schema: string, form: 'quoted' | 'unquoted' = 'quoted'): string {
  const name = `portcullis_${createHash('sha256').update(schema).digest('hex').slice(0, 24)}`;
  return form === 'quoted' ? `"${name}"` : name;
}
