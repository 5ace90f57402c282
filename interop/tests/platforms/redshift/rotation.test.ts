import type { Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

let server: RunningPostgres;
let admin: ManualClient;
let portcullis: Portcullis;
let id: number;

/** Returns the value that the server stores for the service account's password. */
async function verifier(): Promise<unknown> {
  const [row] = await admin.rows(
    "SELECT rolpassword FROM pg_authid WHERE rolname <> current_user AND rolpassword LIKE 'SCRAM%'",
  );
  return row?.rolpassword;
}

beforeAll(async () => {
  server = await startPostgres();
  admin = await openManualClient(server);
  portcullis = await openInMemory({ plugins: [redshift({ engine: 'postgresql' })] });
  const config = {
    host: server.host,
    port: server.port,
    database: 'governance',
    initialDatabase: server.database,
    authenticationType: 'userPassword',
    username: server.user,
    password: server.password,
    impersonation: { enabled: false },
  };
  const response = await portcullis.integrations.create(ADMIN, { type: 'Redshift', autoBootstrap: true, config });
  if (!('id' in response)) throw new Error('This was no dry run.');
  id = Number(response.id);
  expect(await portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
});

afterAll(async () => {
  await portcullis?.close();
  await admin?.end();
  await server?.stop();
});

describe('the password of the service account on a real server', () => {
  it('is replaced by the account itself, without privileged credentials', async () => {
    const before = await verifier();
    const dry = await portcullis.integrations.rotateSecret(ADMIN, id, undefined, { dryRun: true });
    expect(dry).toMatchObject({
      plan: {
        steps: [
          {
            actor: 'service',
            statement: expect.stringMatching(/^ALTER USER .* PASSWORD \{\{servicePassword\}\}$/),
            privileges: ['own password on user governance_service'],
          },
        ],
      },
    });
    expect(await verifier()).toBe(before);
    await portcullis.integrations.rotateSecret(ADMIN, id, undefined);
    expect(await portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
    expect(await verifier()).not.toBe(before);
    expect(await portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
  });

  it('is reset by an administrator if it is lost', async () => {
    const [account] = await admin.rows(
      "SELECT quote_ident(rolname) AS name FROM pg_authid WHERE rolname <> current_user AND rolpassword LIKE 'SCRAM%'",
    );
    await admin.rows(`ALTER USER ${account?.name} PASSWORD 'something else'`);
    expect(await portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'failed' });
    await expect(portcullis.integrations.rotateSecret(ADMIN, id, undefined)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('privileged credentials'),
    });
    const credentials = { authenticationType: 'userPassword', username: server.user, password: server.password };
    const dry = await portcullis.integrations.rotateSecret(ADMIN, id, credentials, { dryRun: true });
    expect(dry).toMatchObject({
      plan: { steps: [{ actor: 'setup', privileges: ['CREATEROLE or superuser on the cluster'] }] },
    });
    await portcullis.integrations.rotateSecret(ADMIN, id, credentials);
    expect(await portcullis.integrations.whenIdle(id)).toEqual({ id, status: 'enabled' });
    expect(await portcullis.integrations.validate(ADMIN, id)).toMatchObject({ status: 'passed' });
  });
});
