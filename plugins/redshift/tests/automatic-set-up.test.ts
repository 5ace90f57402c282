import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, administrator, fingerprint } from './support/administrator.ts';
import { createAll, observations, observeAll, runStep } from './support/run.ts';
import { inDropOrder } from './support/script.ts';
import { configFor, environment, SERVICE_PASSWORD, type TestEnvironment } from './support/test-environment.ts';

let server: RunningPostgres;
let admin: Administrator;
let set: TestEnvironment;
let before: unknown;

const MARKS_COLUMNS = '(kind varchar(32), name varchar(256), mark varchar(160), platform_id bigint)';

/** The schema of the marks. */
function registryOf({ objects }: TestEnvironment): string {
  const { name = '' } = objects.find(({ key }) => key === 'registry') ?? {};
  return name.slice(name.indexOf('.') + 1);
}

beforeAll(async () => {
  server = await startPostgres();
  admin = await administrator(server);
  before = await fingerprint(admin);
  set = environment(configFor(server));
  await createAll(set);
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

describe('after an automatic set-up on a real PostgreSQL', () => {
  it('all objects exist and are ours, for the privileged account and for the service account', async () => {
    const ours = Object.fromEntries(set.objects.map((object) => [object.key, 'ours']));
    expect(await observeAll(set, 'setup')).toEqual(ours);
    expect(await observeAll(set, 'service')).toEqual(ours);
  });

  it('the observation matches the desired state', async () => {
    for (const { key, values } of await observations(set)) {
      const wanted = set.objects.find((object) => object.key === key)?.desired ?? {};
      expect(values ?? {}, key).toEqual(expect.objectContaining(wanted));
    }
  });

  it('the service account has exactly the privileges for its work', async () => {
    const [account] = await admin.rows(
      "SELECT rolsuper, rolcreatedb, rolcreaterole, rolpassword FROM pg_authid WHERE rolname = 'gov_service'",
    );
    expect(account).toMatchObject({ rolsuper: false, rolcreatedb: false, rolcreaterole: false });
    expect(account?.rolpassword).toMatch(/^SCRAM-SHA-256\$/);
    const service = await administrator(server, { database: 'gov', user: 'gov_service', password: SERVICE_PASSWORD });
    await service.rows('CREATE VIEW portcullis_views.trial AS SELECT 1 AS one');
    await expect(service.rows('DELETE FROM pg_authid')).rejects.toThrow(/permission denied/);
    await service.end();
    const initial = await administrator(server, { user: 'gov_service', password: SERVICE_PASSWORD });
    const [registry] = await initial.rows("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'portcullis\\_gov\\_%'");
    await expect(initial.rows(`DELETE FROM ${String(registry?.nspname)}.marks`)).rejects.toThrow(/permission denied/);
    await initial.end();
  });

  it('allows no other account to create objects in the database', async () => {
    await admin.rows("CREATE USER passer_by PASSWORD 'Passer1By'");
    const foreign = await administrator(server, { database: 'gov', user: 'passer_by', password: 'Passer1By' });
    await expect(foreign.rows('CREATE TEMPORARY TABLE mine (a int)')).rejects.toThrow(/permission denied/);
    await expect(foreign.rows('CREATE SCHEMA mine')).rejects.toThrow(/permission denied/);
    await expect(foreign.rows("CALL portcullis.impersonate('gov_service')")).rejects.toThrow(/permission denied/);
    await foreign.end();
    await admin.rows('DROP USER passer_by');
  });

  it('members of the role can query as other users, and stop doing so', async () => {
    await admin.rows("CREATE USER auditor PASSWORD 'Auditor1x'");
    await admin.rows('CREATE USER analyst');
    await admin.rows('GRANT gov_masks TO auditor');
    const auditor = await administrator(server, { database: 'gov', user: 'auditor', password: 'Auditor1x' });
    const owner = await administrator(server, { database: 'gov' });
    await auditor.rows("CALL portcullis.impersonate('analyst')");
    expect(await owner.rows('SELECT account, acts_as FROM portcullis.impersonations')).toEqual([
      { account: 'auditor', acts_as: 'analyst' },
    ]);
    await expect(auditor.rows(`CALL portcullis.impersonate('${server.user}')`)).rejects.toThrow(
      /who can be impersonated/,
    );
    await expect(auditor.rows("CALL portcullis.impersonate('nobody at all')")).rejects.toThrow(
      /who can be impersonated/,
    );
    await auditor.rows('CALL portcullis.stop_impersonating()');
    expect(await owner.rows('SELECT account FROM portcullis.impersonations')).toEqual([]);
    await auditor.end();
    await owner.end();
    await admin.rows('DROP USER auditor');
    await admin.rows('DROP USER analyst');
  });

  it('marks follow ids, so that a successor of the same name is foreign', async () => {
    await admin.rows('ALTER ROLE gov_masks RENAME TO gov_masks_old');
    await admin.rows('CREATE ROLE gov_masks');
    expect((await observeAll(set))['impersonation-role']).toBe('foreign');
    await admin.rows('DROP ROLE gov_masks');
    await admin.rows('ALTER ROLE gov_masks_old RENAME TO gov_masks');
    expect((await observeAll(set))['impersonation-role']).toBe('ours');
  });

  it('a registry of another account with the same name is foreign, although it has such a table', async () => {
    const registry = registryOf(set);
    await admin.rows(`ALTER SCHEMA ${registry} RENAME TO kept`);
    await admin.rows(`CREATE SCHEMA ${registry} CREATE TABLE marks ${MARKS_COLUMNS}`);
    expect(await observeAll(set)).toMatchObject({
      registry: 'foreign',
      database: 'foreign',
      'service-account': 'foreign',
      'impersonation-role': 'foreign',
      // A grant on it would change it.
      'registry-access': 'foreign',
    });
    await admin.rows(`DROP SCHEMA ${registry} CASCADE`);
    await admin.rows(`ALTER SCHEMA kept RENAME TO ${registry}`);
    expect((await observeAll(set)).registry).toBe('ours');
  });

  it('a schema with that name but without marks is foreign, and so are its formerly marked objects', async () => {
    const registry = registryOf(set);
    await admin.rows(`ALTER SCHEMA ${registry} RENAME TO kept`);
    await admin.rows(`CREATE SCHEMA ${registry}`);
    expect(await observeAll(set)).toMatchObject({ registry: 'foreign', database: 'foreign' });
    await admin.rows(`DROP SCHEMA ${registry}`);
    await admin.rows(`ALTER SCHEMA kept RENAME TO ${registry}`);
  });

  it('a lost registry of marks does not prevent the removal of a role or a grant', async () => {
    const registry = registryOf(set);
    const role = set.objects.find(({ key }) => key === 'impersonation-role');
    await admin.rows(`ALTER SCHEMA ${registry} RENAME TO kept`);
    const session = await set.connect('initial');
    const unmark = role?.drop.at(-1);
    await expect(unmark && runStep(set, session, unmark)).resolves.toBeUndefined();
    const [revoke] = set.objects.find(({ key }) => key === 'registry-access')?.drop ?? [];
    await expect(revoke && runStep(set, session, revoke)).resolves.toBeUndefined();
    await session.close();
    await admin.rows(`ALTER SCHEMA kept RENAME TO ${registry}`);
  });

  it('a foreign table of marks in our schema is not recognised by the id of the schema', async () => {
    const registry = registryOf(set);
    await admin.rows(`ALTER TABLE ${registry}.marks RENAME TO kept`);
    await admin.rows(`CREATE TABLE ${registry}.marks ${MARKS_COLUMNS}`);
    const seen = (await observations(set)).find(({ key }) => key === 'registry');
    expect(seen).toEqual({ key: 'registry', state: 'foreign' });
    // Revoked from the account with its privilege on our schema, but never granted on the foreign table.
    const access = (await observations(set)).find(({ key }) => key === 'registry-access');
    expect(access).toEqual({ key: 'registry-access', state: 'ours' });
    await admin.rows(`DROP TABLE ${registry}.marks`);
    await admin.rows(`ALTER TABLE ${registry}.kept RENAME TO marks`);
    expect((await observeAll(set)).registry).toBe('ours');
  });

  it('a superuser is never mistaken for the service account', async () => {
    await admin.rows('ALTER USER gov_service SUPERUSER');
    expect((await observeAll(set))['service-account']).toBe('foreign');
    await admin.rows('ALTER USER gov_service NOSUPERUSER');
  });

  it('an account that may not read the marks reports unknown, not foreign', async () => {
    await admin.rows("CREATE USER blind PASSWORD 'Blind1Mouse'");
    const blind = environment(configFor(server, { username: 'blind', password: 'Blind1Mouse' }));
    expect(await observeAll(blind)).toMatchObject({
      database: 'unknown',
      'service-account': 'unknown',
      registry: 'ours',
    });
    await admin.rows('DROP USER blind');
  });

  it('the listing contains the objects with our marks', async () => {
    const session = await set.connect('initial');
    const signal = new AbortController().signal;
    const search = (instance: string) => ({ config: set.config, markPrefix: `portcullis:${instance}`, signal });
    const items = await set.definition.inventory?.(session, search('3f0c1a52'));
    expect(items?.map((item) => `${item.kind} ${item.name}`)).toEqual([
      'database gov',
      'role gov_masks',
      'user gov_service',
    ]);
    expect(await set.definition.inventory?.(session, search('other'))).toEqual([]);
    await session.close();
  });

  it('the discovery returns product, version and the identity behind the host name', async () => {
    const session = await set.connect('initial');
    const found = await set.definition.discover?.(session, {
      config: set.config,
      signal: new AbortController().signal,
    });
    expect(found).toMatchObject({
      facts: { product: 'PostgreSQL', version: expect.stringMatching(/^\d/) },
      identity: [expect.stringMatching(/^\d{10,}$/), 'gov'],
    });
    await session.close();
  });

  it('the drops restore the server, with or without sessions on the database', async () => {
    const visitor = await administrator(server, { database: 'gov' });
    const session = await set.connect('initial');
    for (const object of inDropOrder(set.objects)) {
      for (const step of object.drop) await runStep(set, session, step);
    }
    await session.close();
    await visitor.end().catch(() => {});
    expect(await fingerprint(admin)).toEqual(before);
  });
});
