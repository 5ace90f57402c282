import { Readable } from 'node:stream';
import { createFakeClock, createSimulatedPlatform, SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import {
  createMemoryStore,
  createStaticSecretKeys,
  type IntegrationsService,
  type OperationResponse,
} from '../../index.ts';

const OLD = { '1': Buffer.alloc(32, 7) };

/** An integration of the tenant "acme", in an instance whose host has removed the plugin. */
async function start() {
  const parts = { store: createMemoryStore(), clock: createFakeClock(), platform: createSimulatedPlatform() };
  const before = await createTestInstance(parts);
  await before.portcullis.tenants.create({ id: 'acme' });
  const response = (await before.portcullis.tenant('acme').integrations.create(ADMIN, bodyOf())) as OperationResponse;
  const id = Number(response.id);
  await before.portcullis.tenant('acme').integrations.whenIdle(id);
  const secretKeys = createStaticSecretKeys({ current: '2', keys: { ...OLD, '2': Buffer.alloc(32, 8) } });
  const instance = await createTestInstance({ ...parts, plugins: [], secretKeys });
  return { ...instance, integrations: instance.portcullis.tenant('acme').integrations, id };
}

/** Calls that need the plugin. */
const CALLS: readonly (readonly [string, (integrations: IntegrationsService, id: number) => Promise<unknown>])[] = [
  ['update', (integrations, id) => integrations.update(ADMIN, id, bodyOf())],
  ['remove', (integrations, id) => integrations.remove(ADMIN, id, undefined)],
  ['validate', (integrations, id) => integrations.validate(ADMIN, id)],
  ['drift', (integrations, id) => integrations.drift(ADMIN, id, undefined)],
  ['migrate', (integrations, id) => integrations.migrate(ADMIN, id)],
  ['rotateSecret', (integrations, id) => integrations.rotateSecret(ADMIN, id, undefined)],
  ['deleteScript', (integrations, id) => integrations.deleteScript(ADMIN, id)],
  ['capabilities', (integrations, id) => integrations.capabilities(ADMIN, id)],
  ['clientSetup', (integrations, id) => integrations.clientSetup(ADMIN, id, { baseUrl: 'https://example.com' })],
];

describe('an integration whose plugin is no longer installed', () => {
  it.each(CALLS)('is refused by %s, with an error that names its id and its type', async (_, call) => {
    const { integrations, id } = await start();
    const refusal = await refusalOf(call(integrations, id));
    expect(refusal).toMatchObject({ code: 'PLUGIN_NOT_INSTALLED', statusCode: 409 });
    expect(refusal.message).toContain(`Integration ${id} has the type Simulated`);
  });

  it('is force-disabled: its secrets are destroyed, and warnings name its objects and state that there is no script', async () => {
    const { integrations, id, store } = await start();
    const options = { forceDisable: true };
    const { plan } = (await integrations.remove(ADMIN, id, undefined, { ...options, dryRun: true })) as {
      readonly plan: { readonly hash: string; readonly warnings: readonly string[] };
    };
    const response = await integrations.remove(ADMIN, id, undefined, { ...options, ifPlan: plan.hash });
    expect(response).not.toHaveProperty('script');
    expect(response).toMatchObject({
      warnings: [
        expect.stringMatching(/Still there, and the service account can still sign in: .*database/),
        'There is no delete script, because no plugin of type Simulated is installed.',
      ],
    });
    expect(plan.warnings).toHaveLength(2);
    expect(await store.scoped('acme').count('secrets', {})).toBe(0);
    expect(await integrations.status(ADMIN, id)).toMatchObject({ status: 'disabled' });
  });

  it('does not keep its tenant from being removed, and its objects are named', async () => {
    const { portcullis, id, store } = await start();
    const removal = await portcullis.tenants.remove('acme', { leaveOnPlatforms: true });
    expect(removal.orphaned).toMatchObject([{ integrationId: id, type: 'Simulated', deleteScript: null }]);
    expect(removal.orphaned[0]?.objects).toContainEqual({ kind: 'database', name: SIMULATED_CONFIG.database });
    expect(new Set(Object.values(removal.remaining))).toEqual(new Set([0]));
    expect(await store.scoped('acme').count('secrets', {})).toBe(0);
  });

  it('is resealed', async () => {
    const { portcullis, store } = await start();
    const { old } = await portcullis.secretKeys.reseal(ADMIN);
    expect(old).toEqual([]);
    const secrets = await store.allTenants.find('secrets');
    expect(new Set(secrets.map(({ keyId }) => keyId))).toEqual(new Set(['2']));
  });

  it('is exported and imported', async () => {
    const { portcullis, id } = await start();
    await portcullis.tenants.suspend('acme');
    const lines: string[] = [];
    for await (const line of await portcullis.tenants.export('acme')) lines.push(line);
    const other = await createTestInstance({ plugins: [] });
    await other.portcullis.tenants.import(Readable.from(lines));
    await other.portcullis.tenants.resume('acme');
    const { integration } = await other.portcullis.tenant('acme').integrations.get(ADMIN, id);
    expect(integration).toMatchObject({ type: 'Simulated', status: 'enabled' });
  });
});
