import { canonicalText, type Dialect, definitionOf, type Privilege } from '@portcullis/plugin-api';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { redshift } from '../src/index.ts';
import { type Administrator, administrator } from './support/administrator.ts';
import { createAll, observeAll, runStep } from './support/run.ts';
import { inDropOrder } from './support/script.ts';
import { configFor, environment, type TestEnvironment } from './support/test-environment.ts';
import { remedyOf, validate } from './support/validate.ts';

const NAME = 'set "up" account';
let server: RunningPostgres;
let admin: Administrator;
let set: TestEnvironment;

beforeAll(async () => {
  server = await startPostgres();
  admin = await administrator(server);
  set = environment(configFor(server, { username: NAME, password: 'Setup4Account' }));
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

beforeEach(() => admin.rows(`CREATE USER "set ""up"" account" PASSWORD 'Setup4Account'`));

afterEach(async () => {
  for (const text of [
    'DROP DATABASE IF EXISTS gov',
    'DROP OWNED BY "set ""up"" account"',
    'DROP ROLE IF EXISTS gov_service, gov_masks, "set ""up"" account"',
  ]) {
    await admin.rows(text);
  }
});

/** Returns the grantable privileges that the config needs, each once. */
function grantable(): readonly (Privilege & { readonly grant: NonNullable<Privilege['grant']> })[] {
  const needs = set.objects.filter((object) => object.by === 'setup').flatMap((object) => object.needs);
  const once = new Map(needs.map((need) => [`${need.name} on ${need.on}`, need]));
  return [...once.values()].flatMap((need) =>
    need.grant && need.comesWith === undefined ? [{ ...need, grant: need.grant }] : [],
  );
}

async function grant(needs: readonly { readonly grant: NonNullable<Privilege['grant']> }[]): Promise<void> {
  for (const statement of needs.flatMap((need) => need.grant(NAME)))
    await admin.rows(canonicalText(statement, set.definition.dialect as Dialect));
}

const PREREQUISITES = ['privileged-role', 'initial-database', 'bootstrap-user-grants'];

describe('a set-up account with exactly the privileges that the objects require', () => {
  it('passes the tests, sets up and removes everything', async () => {
    await grant(grantable());
    for (const id of PREREQUISITES) {
      expect((await validate(set, id)).status, id).toBe('passed');
    }
    await createAll(set);
    expect(new Set(Object.values(await observeAll(set)))).toEqual(new Set(['ours']));
    expect((await validate(set, 'removal-privileges', 'delete')).status).toBe('passed');
    const session = await set.connect('initial');
    for (const object of inDropOrder(set.objects)) for (const step of object.drop) await runStep(set, session, step);
    await session.close();
    expect(new Set(Object.values(await observeAll(set)))).toEqual(new Set(['absent']));
  });

  it('fails a test, and a statement without tests, if any privilege is missing', async () => {
    const needs = grantable();
    expect(needs.map((need) => need.name)).toEqual(['CREATE', 'CREATEDB', 'CREATEROLE']);
    for (const missing of needs) {
      await grant(needs.filter((need) => need !== missing));
      const outcomes = await Promise.all(PREREQUISITES.map((id) => validate(set, id)));
      expect(
        outcomes.filter((outcome) => outcome.status === 'failed'),
        missing.name,
      ).toEqual([expect.objectContaining({ failureClass: 'missing-grant' })]);
      await expect(createAll(set)).rejects.toMatchObject({ code: '42501' });
      await admin.rows('DROP DATABASE IF EXISTS gov');
      await admin.rows('DROP OWNED BY "set ""up"" account"');
      await admin.rows('ALTER USER "set ""up"" account" NOCREATEDB NOCREATEROLE');
    }
  });
});

describe('the service account', () => {
  it('is checked after a manual set-up and in later checks', async () => {
    const owner = environment(configFor(server));
    await createAll(owner);
    const manual = environment(
      configFor(server, { username: 'gov_service', password: owner.secrets.servicePassword }),
      'manual',
    );
    for (const id of [
      'basic-connection',
      'manual-connection',
      'manual-schema-privileges',
      'manual-excessive-privileges',
    ]) {
      expect((await validate(manual, id)).status, id).toBe('passed');
    }
    for (const id of ['recurring-connection', 'recurring-schema-privileges']) {
      expect((await validate(owner, id, 'recurring')).status, id).toBe('passed');
    }

    const inside = await administrator(server, { database: 'gov' });
    await inside.rows('REVOKE ALL ON SCHEMA portcullis_views FROM gov_service');
    const barred = await validate(owner, 'recurring-schema-privileges', 'recurring');
    expect(barred).toMatchObject({
      status: 'failed',
      failureClass: 'missing-grant',
      message: expect.stringContaining('portcullis_views'),
    });
    for (const statement of remedyOf(owner, barred)) await inside.rows(statement);
    expect((await validate(owner, 'recurring-schema-privileges', 'recurring')).status).toBe('passed');

    await inside.rows('DROP SCHEMA portcullis_views');
    expect(await validate(manual, 'manual-schema-privileges')).toMatchObject({
      status: 'failed',
      failureClass: 'not-found',
    });
    await inside.end();

    await admin.rows('ALTER USER gov_service SUPERUSER');
    expect((await validate(manual, 'manual-excessive-privileges')).status).toBe('warning');
    await admin.rows('ALTER USER gov_service NOSUPERUSER');

    await admin.rows("ALTER USER gov_service PASSWORD 'Somebody1Else'");
    expect(await validate(owner, 'recurring-connection', 'recurring')).toMatchObject({
      status: 'failed',
      failureClass: 'credentials',
    });
    const session = await owner.connect('initial');
    for (const object of inDropOrder(owner.objects))
      for (const step of object.drop) await runStep(owner, session, step);
    await session.close();
  });
});

it('a server of another product is refused', async () => {
  expect(await validate(set, 'basic-connection')).toMatchObject({
    status: 'passed',
    result: [{ product: 'PostgreSQL', database: 'postgres' }],
  });
  const wrong = { ...set, definition: definitionOf(redshift()) };
  expect(await validate(wrong, 'basic-connection')).toMatchObject({
    status: 'failed',
    failureClass: 'unsupported',
    message: expect.stringContaining('PostgreSQL, not Amazon Redshift'),
  });
});
