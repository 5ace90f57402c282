import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EngineQuery, TableName } from '@portcullis/core/ports';
import { describeStore } from '@portcullis/testing/vitest';
import { expect } from 'vitest';
import { migrate } from '../migrations/migrate.ts';
import { createCompiler } from '../operations/compiler.ts';
import { createStatements } from '../operations/statements.ts';
import { createSqliteStore } from './create-sqlite-store.ts';
import { connectKysely } from './sqlite-connection.ts';
import { SQLITE_FLAVOUR } from './sqlite-flavour.ts';

async function readsWholeTable(table: TableName, query: EngineQuery): Promise<boolean> {
  const database = new DatabaseSync(':memory:');
  await migrate(connectKysely(database).kysely, SQLITE_FLAVOUR);
  const { sql, parameters } = createStatements(createCompiler(SQLITE_FLAVOUR), SQLITE_FLAVOUR).find(table, query);
  const steps = database.prepare(`explain query plan ${sql}`).all(...(parameters as number[]));
  database.close();
  return steps.some(({ detail }) => /SCAN(?!.*USING (COVERING )?INDEX)/.test(String(detail)));
}

/** In sampled tests, one level of synchronisation represents both. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

for (const synchronous of SAMPLED ? (['full'] as const) : (['full', 'normal'] as const)) {
  describeStore(`SQLite in a file, ${synchronous}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));
    const create = () => createSqliteStore({ file: join(folder, 'store.db'), synchronous });
    return { create, createAgain: create, dispose: () => rmSync(folder, { recursive: true }) };
  });
}

describeStore('SQLite in memory', () => ({
  create: () => createSqliteStore({ file: ':memory:' }),
  readsWholeTable,
  warn: (message) => expect.fail(message),
}));
