import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

let server: RunningPostgres;

beforeAll(async () => {
  // A server of its own, because accounts belong to the server.
  server = await startPostgres({ password: 'secret' });
  const administrator = new Client(server.connectionString);
  await administrator.connect();
  await administrator.query("create role poor login password 'secret'");
  await administrator.end();
});
afterAll(() => server?.stop());

async function openWith(change: Partial<Record<'username' | 'password' | 'pathname' | 'port', string>>): Promise<void> {
  const url = Object.assign(new URL(server.connectionString), change);
  await createPostgresStore({ connectionString: url.href }).open();
}

it.each([
  ['refuses the password', { password: 'wrong' }, /no connection .* password authentication failed/],
  ['has no such database', { pathname: '/other' }, /no connection .* "other" does not exist/],
  ['does not listen', { port: '1' }, /no connection .* ECONNREFUSED/],
])('a store whose server %s does not open, with a code', async (_name, change, message) => {
  await expect(openWith(change)).rejects.toMatchObject({
    code: 'STORE_CONNECTION_LOST',
    message: expect.stringMatching(message),
  });
});

it('a store without the privilege to create its tables does not open, with a code', async () => {
  await expect(openWith({ username: 'poor' })).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: expect.stringContaining('permission denied'),
  });
});
