import { type Store, TABLES, type TableName } from '../../src/index.ts';

/** Every row of every table as text, bytes decoded: for tests that compare, and for those that look for leaks. */
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
