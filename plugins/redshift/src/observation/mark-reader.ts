import { literal, sql } from '@portcullis/plugin-api';
import type { RedshiftSession } from '../connection/redshift-session.ts';
import { classifyError } from '../failures/classify-error.ts';
import { hasOwnMark, marksTable } from '../objects/marks.ts';

/**
 * A reader that checks whether a mark is next to an id of the platform: `yes`, `no`, or `hidden` if this account may
 * not read the marks.
 */
export interface MarkReader {
  has(mark: string, platformId: string): Promise<'yes' | 'no' | 'hidden'>;
  /** Returns whether the registry has a mark under a name, for any id. */
  hasName(mark: string, name: string): Promise<'yes' | 'no' | 'hidden'>;
}

/** A registry: its schema, and its own mark. */
export interface MarkedRegistry {
  readonly schema: string;
  readonly mark: string;
}

/** Reads the marks of a registry once, on first use. Without a registry of ours there are no marks. */
export function createMarkReader(
  session: RedshiftSession,
  { schema, mark: registryMark }: MarkedRegistry,
  signal: AbortSignal,
): MarkReader {
  let reading: Promise<ReadonlySet<string> | 'hidden'> | undefined;
  const read = async (): Promise<ReadonlySet<string> | 'hidden'> => {
    const ownRegistry = await session.query(
      sql`SELECT 1 FROM pg_catalog.pg_namespace AS space WHERE space.nspname = ${literal(schema)} AND ${hasOwnMark(registryMark)}`,
      { signal },
    );
    if (ownRegistry.length === 0) return new Set();
    try {
      const rows = await session.query(sql`SELECT mark, platform_id, name FROM ${marksTable(schema)}`, { signal });
      return new Set(
        rows.flatMap((row) => [
          entry(String(row.mark), String(row.platform_id)),
          entry(String(row.mark), `name ${String(row.name)}`),
        ]),
      );
    } catch (error) {
      if (classifyError(error)?.class === 'missing-grant') return 'hidden';
      throw error;
    }
  };
  const has = async (mark: string, other: string): Promise<'yes' | 'no' | 'hidden'> => {
    reading ??= read();
    const marks = await reading;
    if (marks === 'hidden') return 'hidden';
    return marks.has(entry(mark, other)) ? 'yes' : 'no';
  };
  return { has, hasName: (mark, name) => has(mark, `name ${name}`) };
}

function entry(mark: string, platformId: string): string {
  return `${platformId} ${mark}`;
}
