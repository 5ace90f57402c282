import { describe, expect, it } from 'vitest';
import { createMariaDbStore } from './mariadb/create-mariadb-store.ts';
import { createPostgresStore } from './postgres/create-postgres-store.ts';
import { createSqliteStore } from './sqlite/create-sqlite-store.ts';

describe('the options of a store', () => {
  it.each([
    [createSqliteStore, { file: ':memory:', synchronus: 'full' }, 'synchronous'],
    [createPostgresStore, { connectionString: 'postgresql://db.example.com/a', listn: false }, 'listen'],
    [createMariaDbStore, { connectionString: 'mariadb://db.example.com/a', signalPoll: 0 }, 'signalPollMs'],
  ])('are known with their names, so that an instance refuses others (%o)', (create, given, name) => {
    const { factoryOptions } = create(given as never);
    expect(factoryOptions?.given).toEqual(Object.keys(given));
    expect(factoryOptions?.known).toContain(name);
    expect(factoryOptions?.known).not.toContain(Object.keys(given)[1]);
  });
});
