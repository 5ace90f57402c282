import { builtIns } from '../built-ins.ts';

/** The integration that a view belongs to: the pool and the schema of its config. */
export interface ViewsOwner {
  readonly database: string;
  readonly schema: string;
}

/**
 * Returns the comment that a host puts into the definition of each view that it creates, right after `AS`: views of a
 * schema all belong to its owner, and a pool keeps no other remark about a view. A removal drops only views with the
 * comment, and stops at all others.
 *
 * @example
 * ```ts
 * const comment = viewComment({ database: 'sqlpool1', schema: 'governance' });
 * const statement = `CREATE VIEW [governance].[orders] AS ${comment} SELECT id FROM [sales].[orders]`;
 * ```
 */
export function viewComment(owner: ViewsOwner): string {
  return `/* ${viewMark(owner)} */`;
}

/**
 * Returns the text by which a definition is recognised. It is a digest, so that no name can end the comment. Names are
 * folded, since the default collation of pools ignores case.
 */
export function viewMark({ database, schema }: ViewsOwner): string {
  const place = JSON.stringify([database.toLowerCase(), schema.toLowerCase()]);
  return `portcullis-view:${builtIns.crypto.createHash('sha256').update(place).digest('hex').slice(0, 40)}`;
}
