import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Administrator, administrator, fingerprint } from './support/administrator.ts';
import { observeAll } from './support/run.ts';
import { fillSlots, runScript, section, uncommentDrop } from './support/script.ts';
import { configFor, environment, type TestEnvironment } from './support/test-environment.ts';

const PASSWORD = 'Script4Password';
let server: RunningPostgres;
let admin: Administrator;

beforeAll(async () => {
  server = await startPostgres();
  admin = await administrator(server);
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

function manual(changes: Readonly<Record<string, unknown>> = {}): TestEnvironment {
  return environment(configFor(server, { username: 'svc', password: PASSWORD, ...changes }), 'manual');
}

/** Creates foreign objects with the names that the scripts use, and returns their state. */
function thingsCalledAlike() {
  return admin.rows(
    "SELECT datname AS name, datacl::text AS detail FROM pg_database WHERE datname = 'gov' UNION ALL SELECT rolname, rolpassword FROM pg_authid WHERE rolname IN ('svc', 'gov_masks') UNION ALL SELECT nspname, '' FROM pg_namespace WHERE nspname LIKE 'portcullis%' ORDER BY 1",
  );
}

/** Runs both create scripts as an administrator does. */
async function create(set: TestEnvironment): Promise<readonly string[]> {
  const first = await runScript(server, fillSlots(section(set, 'initial').text, PASSWORD));
  const second = await runScript(server, section(set, 'managed').text, { database: set.config.database });
  return [...first.errors, ...second.errors];
}

/** Runs the removal script, including the commented statement. */
async function remove(set: TestEnvironment): Promise<readonly string[]> {
  return (await runScript(server, uncommentDrop(section(set, 'removal').text))).errors;
}

describe('the scripts, run on a real PostgreSQL', () => {
  it('set up, can be run twice, and remove everything without a trace', async () => {
    const before = await fingerprint(admin);
    const set = manual();
    const ours = Object.fromEntries(set.objects.map((object) => [object.key, 'ours']));
    expect(await create(set)).toEqual([]);
    expect(await observeAll(set)).toEqual(ours);
    const made = await fingerprint(admin);
    expect(await create(set)).toEqual(['database "gov" already exists']);
    expect(await observeAll(set)).toEqual(ours);
    expect(await fingerprint(admin)).toEqual(made);
    expect(await remove(set)).toEqual([]);
    expect(await fingerprint(admin)).toEqual(before);
    expect(await remove(set)).toEqual(['database "gov" does not exist']);
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('do not drop anything while the statement that drops the database is still a comment', async () => {
    const set = manual();
    await create(set);
    const made = await fingerprint(admin);
    const { errors } = await runScript(server, section(set, 'removal').text);
    expect(errors).toEqual([expect.stringContaining('database "gov": it still exists')]);
    expect(await fingerprint(admin)).toEqual(made);
    expect(await remove(set)).toEqual([]);
  });

  it.each([
    ['database', 'CREATE DATABASE gov', 'DROP DATABASE gov'],
    ['account', "CREATE USER svc PASSWORD 'Foreign1Password'", 'DROP USER svc'],
    ['role', 'CREATE ROLE gov_masks', 'DROP ROLE gov_masks'],
  ])('do not change a foreign %s of the same name', async (what, make, unmake) => {
    await admin.rows(make);
    const foreign = await thingsCalledAlike();
    const set = manual();
    const errors = [
      ...(await runScript(server, fillSlots(section(set, 'initial').text, PASSWORD))).errors,
      ...(await runScript(server, section(set, 'managed').text, { database: 'gov' })).errors,
    ];
    expect(errors.join('\n')).toContain('was not created for this integration');
    expect(await thingsCalledAlike()).toEqual(expect.arrayContaining([...foreign]));
    // The commented statement is for an administrator after a check that the database is ours: here it is foreign.
    const removal = section(set, 'removal').text;
    await runScript(server, what === 'database' ? removal : uncommentDrop(removal));
    expect(await thingsCalledAlike()).toEqual(foreign);
    await admin.rows(unmake);
    expect(await thingsCalledAlike()).toEqual([]);
  });

  it('never remove the administrator, even if a cleanup names that account', async () => {
    const set = manual({ username: server.user });
    const { errors, notices } = await runScript(server, uncommentDrop(section(set, 'removal').text));
    expect(errors).toEqual(['database "gov" does not exist']);
    expect(notices).toEqual([]);
    expect(await admin.rows('SELECT 1 AS there')).toEqual([{ there: 1 }]);
  });

  it('never remove a superuser or the account that runs them, even with our marks', async () => {
    const set = manual();
    await create(set);
    await admin.rows('ALTER USER svc SUPERUSER');
    const { notices } = await runScript(server, uncommentDrop(section(set, 'removal').text));
    expect(notices.join('\n')).toContain('user "svc" was not created for this integration and is not changed');
    expect(await admin.rows("SELECT rolname FROM pg_roles WHERE rolname = 'svc'")).toHaveLength(1);
    await admin.rows('DROP OWNED BY svc');
    await admin.rows('DROP USER svc');
    await remove(set);
  });

  it('do nothing in the wrong database', async () => {
    const set = manual();
    await admin.rows('CREATE DATABASE elsewhere');
    const before = await fingerprint(admin);
    const inWrongPlace = await runScript(server, section(set, 'managed').text, { database: 'elsewhere' });
    expect(inWrongPlace.errors).toEqual([expect.stringContaining('Portcullis stopped at schema "gov.portcullis"')]);
    const first = await runScript(
      server,
      fillSlots(section(set, 'initial').text, PASSWORD).replace(/^CREATE DATABASE .*$/m, ''),
      { database: 'elsewhere' },
    );
    expect(first.errors[0]).toContain('Portcullis stopped at registry');
    expect(await fingerprint(admin)).toEqual(before);
    await admin.rows('DROP DATABASE elsewhere');
  });

  it('do nothing until every slot is filled in', async () => {
    const set = manual();
    const { errors } = await runScript(server, section(set, 'initial').text);
    expect(errors.join('\n')).toMatch(/syntax error/);
    expect(await admin.rows("SELECT 1 FROM pg_roles WHERE rolname = 'svc'")).toEqual([]);
    await remove(set);
  });

  it.each([
    ['quotes', `g"o'v`],
    ['a statement', `gov"; DROP DATABASE postgres; --`],
    ['comment marks', 'gov /* -- */ --'],
    ['backslashes', 'gov\\"\\'],
    ['dollar quotes', '$guard$ $$ $body$ guard_found'],
    ['braces', '{servicePassword}}{x}'],
    ['other scripts', 'göv 数据 🚪'],
    ['as many bytes as there may be', 'x'.repeat(63)],
    ['percent signs', '100% %s %%'],
  ])('handle %s in every name', async (_what, name) => {
    const set = manual({
      database: name,
      username: `${name.slice(0, 55)} user`.slice(0, 63),
      impersonation: { enabled: true, role: `${name.slice(0, 55)} role`.slice(0, 63) },
    });
    const before = await fingerprint(admin);
    expect(await create(set)).toEqual([]);
    const states = Object.values(await observeAll(set));
    expect(new Set(states)).toEqual(new Set(['ours']));
    expect(await remove(set)).toEqual([]);
    expect(await fingerprint(admin)).toEqual(before);
  });
});
