import type { CreateOptions, DryRunResponse, OperationResponse, Portcullis } from '@portcullis/core';
import { redshift } from '@portcullis/plugin-redshift';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprint, type ManualClient, openManualClient } from '../../../src/platforms/redshift/manual-client.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

let server: RunningPostgres;
let admin: ManualClient;
let before: unknown;

beforeAll(async () => {
  server = await startPostgres();
  admin = await openManualClient(server);
  before = await fingerprint(admin);
});

afterAll(async () => {
  await admin.end();
  await server.stop();
});

/** An instance with an empty store, without the state of the earlier one. */
const newInstance = () => openInMemory({ plugins: [redshift({ engine: 'postgresql' })] });

const account = () => ({ authenticationType: 'userPassword', username: server.user, password: server.password });
const body = (autoBootstrap: boolean, changes: Readonly<Record<string, unknown>> = {}) => ({
  type: 'Redshift',
  autoBootstrap,
  config: {
    host: server.host,
    port: server.port,
    database: 'governance',
    initialDatabase: server.database,
    impersonation: { enabled: true, role: 'masks' },
    ...account(),
    ...changes,
  },
});

async function create({ integrations }: Portcullis, request: unknown, options: CreateOptions = {}): Promise<number> {
  const { id } = (await integrations.create(ADMIN, request, options)) as OperationResponse;
  expect(await integrations.whenIdle(Number(id))).toEqual({ id: Number(id), status: 'enabled' });
  return Number(id);
}

/** A fingerprint without the only part that cannot be adopted: the password of the account. */
async function withoutPasswords(): Promise<unknown> {
  const { roles, ...rest } = (await fingerprint(admin)) as { roles: readonly Record<string, unknown>[] };
  return { ...rest, roles: roles.map(({ rolpassword: _password, ...role }) => role) };
}

describe('an automatic set-up with a lost store, on a real PostgreSQL', () => {
  it('is adopted by the name of its instance, changed, checked and removed without a trace', async () => {
    const lost = await newInstance();
    await create(lost, body(true));
    const { instanceId } = lost;
    await lost.close();
    const made = await withoutPasswords();

    const next = await newInstance();
    const { integrations } = next;
    const asOwn = (await integrations.create(ADMIN, body(true), { adopt: true, dryRun: true })) as DryRunResponse;
    expect(asOwn.adoption).toMatchObject({ instanceId: next.instanceId, otherInstances: [instanceId] });
    expect(asOwn.adoption?.foreign.map(({ key }) => key)).toContain('database');
    await expect(integrations.create(ADMIN, body(true), { adopt: true })).rejects.toMatchObject({
      code: 'ADOPTION_REFUSED',
      message: expect.stringContaining(instanceId),
    });

    const options = { adopt: true, instanceId };
    const dry = (await integrations.create(ADMIN, body(true), { ...options, dryRun: true })) as DryRunResponse;
    expect(dry.adoption).toMatchObject({ missing: [], foreign: [], unknown: [] });
    expect(dry.adoption?.adopted).toHaveLength(12);
    expect(dry.plan.steps.map(({ action, object }) => `${action} ${object.key}`)).toEqual(['alter service-account']);
    expect(await withoutPasswords()).toEqual(made);

    const id = await create(next, body(true), { ...options, ifPlan: dry.plan.hash });
    expect(await withoutPasswords()).toEqual(made);
    expect(await integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', examined: 12 });

    await integrations.update(ADMIN, id, body(true, { impersonation: { enabled: false } }));
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    await integrations.update(ADMIN, id, body(true, { impersonation: { enabled: true, role: 'veils' } }));
    expect(await integrations.whenIdle(id)).toMatchObject({ status: 'enabled' });
    expect(await integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });

    await integrations.remove(ADMIN, id, account());
    expect(await integrations.whenIdle(id)).toEqual({ id, status: 'deleted' });
    expect(await fingerprint(admin)).toEqual(before);
    await next.close();
  });

  it('is not adopted while an object is missing or foreign', async () => {
    const lost = await newInstance();
    const first = await create(lost, body(true));
    await admin.rows('DROP OWNED BY masks CASCADE');
    const inside = await openManualClient(server, { database: 'governance' });
    await inside.rows('DROP OWNED BY masks CASCADE');
    await inside.end();
    await admin.rows('DROP ROLE masks');
    await admin.rows('CREATE ROLE masks');
    const next = await newInstance();
    const options = { adopt: true, instanceId: lost.instanceId };
    const state = await fingerprint(admin);
    const refusal = next.integrations.create(ADMIN, body(true), options);
    await expect(refusal).rejects.toMatchObject({
      code: 'ADOPTION_REFUSED',
      message: expect.stringMatching(
        /Missing: grant execute on the procedures .*Not made by that instance: role masks\./,
      ),
    });
    expect(await fingerprint(admin)).toEqual(state);
    expect(await next.integrations.list(ADMIN)).toEqual([]);
    await next.close();
    await admin.rows('DROP ROLE masks');
    await lost.integrations.remove(ADMIN, first, account());
    expect(await lost.integrations.whenIdle(first)).toMatchObject({ status: 'deleted' });
    await lost.close();
    expect(await fingerprint(admin)).toEqual(before);
  });
});

describe('a set-up by script with a lost store, on a real PostgreSQL', () => {
  it('is adopted without any change on the platform', async () => {
    const manual = body(false, { username: 'portcullis_service', password: 'Service1Password2Long' });
    const lost = await newInstance();
    const { script: initial } = await lost.integrations.script(ADMIN, 'initial-create', manual);
    const { script: rest } = await lost.integrations.script(ADMIN, 'create', manual);
    const filled = (script: string) => script.replaceAll('{{servicePassword}}', "'Service1Password2Long'");
    expect(await admin.runScript(filled(initial))).toEqual([]);
    const inside = await openManualClient(server, { database: 'governance' });
    expect(await inside.runScript(filled(rest))).toEqual([]);
    await inside.end();
    await create(lost, manual);
    await lost.close();
    const made = await fingerprint(admin);

    const next = await newInstance();
    const options = { adopt: true, instanceId: lost.instanceId };
    const dry = (await next.integrations.create(ADMIN, manual, { ...options, dryRun: true })) as DryRunResponse;
    expect(dry.plan.steps).toEqual([]);
    const id = await create(next, manual, options);
    expect(await fingerprint(admin)).toEqual(made);
    expect(await next.integrations.drift(ADMIN, id)).toMatchObject({ status: 'clean', findings: [] });
    const { script } = await next.integrations.deleteScript(ADMIN, id);
    await admin.runScript(script.replaceAll(/^-- (DROP DATABASE .*;)$/gm, '$1'));
    await next.integrations.remove(ADMIN, id, undefined);
    expect(await next.integrations.whenIdle(id)).toMatchObject({ status: 'deleted' });
    expect(await fingerprint(admin)).toEqual(before);
    await next.close();
  });
});
