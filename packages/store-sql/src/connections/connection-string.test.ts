import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createMariaDbStore } from '../mariadb/create-mariadb-store.ts';
import { createPostgresStore } from '../postgres/create-postgres-store.ts';

describe.each([
  ['PostgreSQL', 'postgres', createPostgresStore],
  ['MariaDB', 'mariadb', createMariaDbStore],
])('the connection string of a store on %s', (_name, scheme, createStore) => {
  it.each(['a:1,b:2/db?target_session_attrs=read-write', 'node:secret@a,b/db', 'node:p@ss@a,b'])(
    'with several hosts is refused with the remedy: %s',
    (rest) => {
      const create = () => createStore({ connectionString: `${scheme}://${rest}` });
      expect(create).toThrow(expect.objectContaining({ code: 'STORE_INPUT_INVALID' }));
      expect(create).toThrow(/several hosts.*follows the primary server/);
    },
  );

  it.each(['node:a,b@host/db', 'host/db?options=a,b', 'host/a,b'])('may contain a comma elsewhere: %s', (rest) => {
    expect(() => createStore({ connectionString: `${scheme}://${rest}` })).not.toThrow();
  });

  it('that is not a URL is refused with the remedy, and without the password', async () => {
    const store = createStore({ connectionString: `${scheme}://node:secret/word@host:1/db` });
    const error: unknown = await store.open().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'STORE_INPUT_INVALID', message: expect.stringContaining('percent-encoding') });
    expect(inspect(error)).not.toContain('secret');
  });
});
