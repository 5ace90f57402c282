import { type Store, TABLES, type TableName } from '../../src/index.ts';

/** Returns every row of every table as text, with decoded bytes, for comparisons and for leak checks. */
export async function dumpStore(store: Store, except: readonly TableName[] = []): Promise<string> {
  const lines: string[] = [];
  for (const table of Object.keys(TABLES) as TableName[]) {
    if (except.includes(table)) continue;
    for (const row of await store.find(table)) lines.push(`${table} ${JSON.stringify(row, showBytes)}`);
  }
  return lines.join('\n');
}

function showBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}
