import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import type { DryRunResponse, OperationResponse } from '../../index.ts';

/** Two tenants, of which the first has made objects on a platform. */
async function start() {
  const instance = await createTestInstance();
  const { portcullis, store, platform } = instance;
  for (const id of ['acme', 'bolt']) await portcullis.tenants.create({ id });
  const acme = portcullis.tenant('acme');
  const response = (await acme.integrations.create(ADMIN, bodyOf())) as OperationResponse;
  await acme.integrations.whenIdle(Number(response.id));
  const [row] = await store.scoped('acme').find('tenants');
  const markId = String(row?.markId);
  return { ...instance, markId, bolt: portcullis.tenant('bolt'), objects: JSON.stringify(platform.snapshot()) };
}

describe('an adoption of objects of another tenant', () => {
  it('is refused as that of foreign objects, also with the id in their marks', async () => {
    const { bolt, markId, platform, objects } = await start();
    const options = { adopt: true, instanceId: markId };
    const dry = (await bolt.integrations.create(ADMIN, bodyOf(), { ...options, dryRun: true })) as DryRunResponse;
    expect(dry.adoption?.adopted).toEqual([]);
    expect(dry.adoption?.foreign.length).toBeGreaterThan(0);
    expect(await refusalOf(bolt.integrations.create(ADMIN, bodyOf(), options))).toMatchObject({
      code: 'ADOPTION_REFUSED',
    });
    expect(JSON.stringify(platform.snapshot())).toBe(objects);
  });

  it('does not name the id in their marks', async () => {
    const { bolt, markId } = await start();
    const refusal = await refusalOf(bolt.integrations.create(ADMIN, bodyOf(), { adopt: true }));
    expect(refusal.code).toBe('ADOPTION_REFUSED');
    expect(JSON.stringify([refusal.message, refusal.extras])).not.toMatch(new RegExp(`${markId}|acme`));
  });

  it('is possible once that tenant was removed', async () => {
    const { bolt, markId, portcullis } = await start();
    await portcullis.tenants.remove('acme', { leaveOnPlatforms: true });
    const options = { adopt: true, instanceId: markId };
    const response = (await bolt.integrations.create(ADMIN, bodyOf(), options)) as OperationResponse;
    await bolt.integrations.whenIdle(Number(response.id));
    expect(await bolt.integrations.drift(ADMIN, Number(response.id))).toMatchObject({ status: 'clean' });
  });

  it('is refused to a tenant for objects of the default tenant, too', async () => {
    const instance = await createTestInstance();
    const { portcullis } = instance;
    await portcullis.tenants.create({ id: 'bolt' });
    await createAndWait(instance);
    const options = { adopt: true, instanceId: portcullis.instanceId };
    expect(await refusalOf(portcullis.tenant('bolt').integrations.create(ADMIN, bodyOf(), options))).toMatchObject({
      code: 'ADOPTION_REFUSED',
    });
  });
});
