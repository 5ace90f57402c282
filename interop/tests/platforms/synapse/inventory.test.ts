import type { Portcullis } from '@portcullis/core';
import { synapse } from '@portcullis/plugin-synapse';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../../src/platforms/synapse/emulator/emulator.ts';
import { type SynapseEnvironment, startEnvironment } from '../../../src/platforms/synapse/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { openInMemory } from '../../../src/shared/open-in-memory.ts';

const IMPERSONATION = { impersonation: { enabled: true, role: 'maskers' } };
const credentials = { username: ADMINISTRATOR.userName, password: ADMINISTRATOR.password };

let environment: SynapseEnvironment;
let next: Portcullis | undefined;

beforeEach(async () => {
  environment = await startEnvironment();
});
afterEach(async () => {
  await next?.close();
  next = undefined;
  await environment.close();
});

/** Another instance, with an empty store. */
async function newInstance(): Promise<Portcullis> {
  next = await openInMemory({
    plugins: [synapse({ localPorts: [environment.emulator.port], certificateAuthorities: [environment.emulator.ca] })],
  });
  return next;
}

describe('a forgotten integration', () => {
  it('contains the name of its instance, so that another instance can adopt and remove it', async () => {
    const empty = environment.emulator.fingerprint();
    await environment.create(environment.body(true, IMPERSONATION));
    const { integrations, instanceId } = await newInstance();
    const body = environment.body(true, IMPERSONATION);
    const found = await integrations.create(ADMIN, body, { adopt: true, dryRun: true });
    expect(found).toMatchObject({ adoption: { instanceId, otherInstances: [environment.portcullis.instanceId] } });
    const options = { adopt: true, instanceId: environment.portcullis.instanceId };
    const { id } = (await integrations.create(ADMIN, body, options)) as { readonly id: string };
    expect((await integrations.whenIdle(Number(id))).status).toBe('enabled');
    expect((await integrations.drift(ADMIN, Number(id), credentials)).status).toBe('clean');
    await integrations.remove(ADMIN, Number(id), credentials);
    expect((await integrations.whenIdle(Number(id))).status).toBe('deleted');
    expect(environment.emulator.fingerprint()).toBe(empty);
  });

  it('is not identified by its mark alone, which every user may write', async () => {
    const admin = await environment.openClient('governance');
    await admin.batch('CREATE SCHEMA [theirs]');
    await admin.batch(
      'CREATE TABLE [theirs].[profile_format] (integration_mark nvarchar(128) NOT NULL) WITH (DISTRIBUTION = REPLICATE, HEAP)',
    );
    await environment.create(environment.body(true, IMPERSONATION));
    const [, target = ''] = /portcullis:[0-9a-f]+:([0-9a-f]{16}):/.exec(environment.emulator.fingerprint()) ?? [];
    expect(target).not.toBe('');
    const mark = `portcullis:0123456789abcdef:${target}:profile-format-table`;
    await admin.batch(`INSERT INTO [theirs].[profile_format] (integration_mark) VALUES (N'${mark}')`);
    const { integrations } = await newInstance();
    const found = await integrations.create(ADMIN, environment.body(true, IMPERSONATION), {
      adopt: true,
      dryRun: true,
    });
    expect(found).toMatchObject({ adoption: { otherInstances: [environment.portcullis.instanceId] } });
  });
});

describe('a marked object without a ledger entry', () => {
  const extrasOf = async (id: number, as?: object) => {
    const { findings, status } = await environment.portcullis.integrations.drift(ADMIN, id, as);
    return { status, extras: findings.filter(({ state }) => state === 'extra') };
  };

  it('is reported to the service account and to an administrator, with the statements that remove it', async () => {
    const id = await environment.create(environment.body(true));
    expect(await extrasOf(id)).toEqual({ status: 'clean', extras: [] });
    expect(await extrasOf(id, credentials)).toEqual({ status: 'clean', extras: [] });
    const admin = await environment.openClient('governance');
    await admin.batch('CREATE ROLE [stray] AUTHORIZATION [governance_governed_service]');
    for (const as of [undefined, credentials]) {
      const { status, extras } = await extrasOf(id, as);
      expect(status).toBe('drifted');
      expect(extras).toMatchObject([{ object: { kind: 'role', name: 'stray' } }]);
    }
    const { extras } = await extrasOf(id, credentials);
    for (const { statement } of extras[0]?.repair ?? []) await admin.batch(statement);
    expect(await extrasOf(id, credentials)).toEqual({ status: 'clean', extras: [] });
  });

  it('is reported for each object of an instance that owns the mark and has lost its ledger', async () => {
    const id = await environment.create(environment.body(true, IMPERSONATION));
    await environment.update(id, environment.body(true));
    const admin = await environment.openClient('governance');
    await admin.batch(
      'CREATE TABLE [governed_system].[impersonations] (account nvarchar(128) NOT NULL) WITH (DISTRIBUTION = REPLICATE, HEAP)',
    );
    await admin.batch('CREATE PROCEDURE [governed_procedures].[impersonate] AS SELECT 1');
    await admin.batch('CREATE TABLE [governed_system].[of_the_host] (a int) WITH (DISTRIBUTION = REPLICATE, HEAP)');
    const { extras } = await extrasOf(id, credentials);
    expect(extras.map(({ object }) => object)).toEqual([
      { kind: 'procedure', name: 'governed_procedures.impersonate' },
      { kind: 'table', name: 'governed_system.impersonations' },
    ]);
    for (const { repair } of extras) for (const { statement } of repair ?? []) await admin.batch(statement);
    expect(await extrasOf(id, credentials)).toEqual({ status: 'clean', extras: [] });
  });
});
