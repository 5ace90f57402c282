import { inspect } from 'node:util';
import type { DryRunResponse, OperationResponse, Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const CANARY = 'Canary7Password';

let server: RunningPostgres;
let admin: ManualClient;
let before: unknown;
let portcullis: Portcullis;
let statements: string[];
/** The hook that runs before a statement is sent. The statement waits for it. */
let beforeStatement: ((text: string) => unknown) | undefined;

/** The driver, with a hook between any two statements. */
class WatchedClient extends pg.Client {
  // @ts-expect-error: the plugin only uses this overload of a query.
  override async query(text: string): Promise<pg.QueryResult> {
    await beforeStatement?.(text);
    return super.query(text);
  }
}

beforeAll(async () => {
  server = await startPostgres();
  admin = await openManualClient(server);
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

beforeEach(async () => {
  before = await fingerprint(admin);
  statements = [];
  beforeStatement = undefined;
  portcullis = await openInMemory({
    plugins: [redshift({ engine: 'postgresql', driver: async () => ({ Client: WatchedClient }) })],
  });
  portcullis.events.on('operation.statement', (event) => {
    if (event.status === 'done') statements.push(event.statement);
  });
});

afterEach(() => portcullis.close());

function config(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    host: server.host,
    port: server.port,
    database: 'governance',
    initialDatabase: server.database,
    authenticationType: 'userPassword',
    username: server.user,
    password: server.password,
    impersonation: { enabled: false },
    ...changes,
  };
}

const body = (autoBootstrap: boolean, changes: Readonly<Record<string, unknown>> = {}) => ({
  type: 'Redshift',
  autoBootstrap,
  config: config(changes),
});

async function create(request: unknown): Promise<number> {
  const { id } = (await portcullis.integrations.create(ADMIN, request)) as { readonly id: string };
  return Number(id);
}

const whenIdle = (id: number) => portcullis.integrations.whenIdle(id);
const credentials = () => ({ authenticationType: 'userPassword', username: server.user, password: server.password });

describe('an automatic set-up on a real PostgreSQL', () => {
  it('shows its plan, and runs exactly this plan', async () => {
    const dry = (await portcullis.integrations.create(ADMIN, body(true), { dryRun: true })) as DryRunResponse;
    expect(dry.validationResults.status).toBe('passed');
    expect(await fingerprint(admin)).toEqual(before);

    const id = await create(body(true));
    expect(await whenIdle(id)).toEqual({ id, status: 'enabled' });
    expect(statements).toEqual(dry.plan.steps.map((step) => step.statement));
    await portcullis.integrations.remove(ADMIN, id, credentials());
    expect((await whenIdle(id)).status).toBe('deleted');
  });

  it('is reverted if a grant is missing, and continues with a PUT', async () => {
    await admin.rows(`CREATE USER helper PASSWORD '${CANARY}' CREATEDB CREATEROLE`);
    await admin.rows('GRANT CREATE ON DATABASE postgres TO helper');
    const planted = await fingerprint(admin);
    // The privilege is revoked between two statements, so that no test can detect it in advance.
    beforeStatement = (text) => text.startsWith('CREATE USER') && admin.rows('ALTER USER helper NOCREATEROLE');
    const id = await create(body(true, { username: 'helper', password: CANARY }));
    const after = await whenIdle(id);
    beforeStatement = undefined;
    await admin.rows('ALTER USER helper CREATEROLE');
    expect(after.status).toBe('createError');
    expect(await fingerprint(admin)).toEqual(planted);

    await portcullis.integrations.update(ADMIN, id, body(true, { username: 'helper', password: CANARY }));
    expect((await whenIdle(id)).status).toBe('enabled');
    await portcullis.integrations.remove(ADMIN, id, { ...credentials(), username: 'helper', password: CANARY });
    expect((await whenIdle(id)).status).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(planted);
    await admin.rows('DROP OWNED BY helper');
    await admin.rows('DROP USER helper');
  });

  it.each([
    'CREATE SCHEMA "portcullis_',
    'CREATE DATABASE',
    'CREATE USER',
    'GRANT CREATE',
    'CREATE SCHEMA "portcullis"',
  ])('survives the loss of every connection at %s', async (beginning) => {
    let cut: Promise<unknown> | undefined;
    const stop = portcullis.events.on('operation.statement', (event) => {
      if (event.status !== 'intended' || !event.statement.startsWith(beginning)) return;
      cut ??= admin.rows(
        "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity WHERE application_name = 'portcullis'",
      );
    });
    const id = await create(body(true));
    const { status } = await whenIdle(id);
    stop();
    await cut;
    expect(cut).toBeDefined();
    // The next request with credentials succeeds, regardless of the effect of the statement whose response was lost.
    if (status === 'createError') await portcullis.integrations.update(ADMIN, id, body(true));
    // Nothing identifies a database or an account without its mark. A client states that it is ours.
    const { status: second } = await whenIdle(id);
    const unresolved = await portcullis.integrations.unresolvedObjects(ADMIN, id);
    const operations = await portcullis.integrations.operations(ADMIN, id);
    const failures = operations.map(({ kind, status, error }) => ({ kind, status, error }));
    expect(unresolved.length > 0, inspect(failures, { depth: 8 })).toBe(second === 'createError');
    for (const { key } of unresolved) {
      expect(['database', 'service-account']).toContain(key);
      await portcullis.integrations.decideOwnership(ADMIN, id, { object: key, decision: 'adopt' });
    }
    if (unresolved.length > 0) await portcullis.integrations.update(ADMIN, id, body(true));
    expect((await whenIdle(id)).status).toBe('enabled');
    await portcullis.integrations.remove(ADMIN, id, credentials());
    expect((await whenIdle(id)).status).toBe('deleted');
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('returns a script that removes all objects if it may not do so itself', async () => {
    const id = await create(body(true, { impersonation: { enabled: true } }));
    expect((await whenIdle(id)).status).toBe('enabled');
    const response = (await portcullis.integrations.remove(ADMIN, id, undefined, {
      forceDisable: true,
    })) as OperationResponse;
    const script = response.script?.script ?? '';
    expect(script).toContain('DROP USER IF EXISTS "governance_service"');
    expect(await admin.runScript(script.replaceAll(/^-- (DROP DATABASE .*;)$/gm, '$1'))).toEqual([]);
    expect(await fingerprint(admin)).toEqual(before);
  });

  it('explains a wrong password and an unreachable host', async () => {
    const wrong = portcullis.integrations.create(ADMIN, body(true, { password: CANARY }));
    const refusal = await wrong.catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(inspect(refusal, { depth: 8 })).toContain("failureClass: 'credentials'");
    expect(inspect(refusal, { depth: 8 })).not.toContain(CANARY);
    await expect(portcullis.integrations.create(ADMIN, body(true, { port: 1 }))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});

describe('a manual set-up on a real PostgreSQL', () => {
  const account = { username: 'svc', password: CANARY };

  it('is rejected until the scripts were run, with the missing objects', async () => {
    const refusal = await create(body(false, account)).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(await fingerprint(admin)).toEqual(before);
  });
});
