import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
} from '../../tests/support/create-test-instance.ts';
import type { DryRunResponse } from '../index.ts';

/** The effects of a dry run on the objects, by key. */
const effectsOf = ({ objects = [] }: DryRunResponse) =>
  Object.fromEntries(objects.map(({ key, effect }) => [key, effect]));
const keysOf = ({ plan }: DryRunResponse) => new Set(plan.steps.map(({ object: { key } }) => key));

describe('the objects of a dry run', () => {
  it('are created by a creation, and those of the plan', async () => {
    const { portcullis } = await createTestInstance();
    const response = (await portcullis.integrations.create(ADMIN, bodyOf(), { dryRun: true })) as DryRunResponse;
    const effects = effectsOf(response);
    expect(keysOf(response).size).toBeGreaterThan(1);
    for (const key of keysOf(response)) expect(effects[key]).toBe('created');
  });

  it('are kept by an edit that changes nothing, and dropped by a removal', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    const options = { dryRun: true };
    const edit = (await integrations.update(ADMIN, id, bodyOf(), options)) as DryRunResponse;
    const removal = (await integrations.remove(ADMIN, id, CREDENTIALS, options)) as DryRunResponse;
    expect(new Set(Object.values(effectsOf(edit)))).toEqual(new Set(['kept']));
    for (const key of keysOf(removal)) expect(effectsOf(removal)[key]).toBe('dropped');
    expect(Object.keys(effectsOf(removal)).sort()).toEqual(Object.keys(effectsOf(edit)).sort());
  });

  it('are kept by a removal in the service only', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const options = { dryRun: true, forceDisable: true };
    const removal = await instance.portcullis.integrations.remove(ADMIN, id, undefined, options);
    expect(new Set(Object.values(effectsOf(removal as DryRunResponse)))).toEqual(new Set(['kept']));
  });

  it('are changed by a rotation where the secret is, and kept elsewhere', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    const options = { dryRun: true };
    const edit = (await integrations.update(ADMIN, id, bodyOf(), options)) as DryRunResponse;
    const rotation = (await integrations.rotateSecret(ADMIN, id, CREDENTIALS, options)) as DryRunResponse;
    expect(effectsOf(rotation)).toEqual({ ...effectsOf(edit), 'service-account': 'changed' });
  });

  it('are those that an adoption adopts, and changed where a secret is lost', async () => {
    const lost = await createTestInstance();
    await createAndWait(lost);
    await lost.portcullis.close();
    const { platform, plugin } = lost;
    const { integrations } = (await createTestInstance({ platform, plugin })).portcullis;
    const options = { adopt: true, instanceId: lost.portcullis.instanceId, dryRun: true };
    const adopt = async () => (await integrations.create(ADMIN, bodyOf(), options)) as DryRunResponse;
    const { adopted = [] } = (await adopt()).adoption ?? {};
    const kept = Object.fromEntries(adopted.map(({ key }) => [key, 'kept']));
    expect(adopted.length).toBeGreaterThan(1);
    expect(effectsOf(await adopt())).toEqual({ ...kept, 'service-account': 'changed' });
    platform.lose({ kind: 'role', name: 'portcullis_readers' });
    const incomplete = await adopt();
    expect(incomplete.adoption?.missing).toMatchObject([{ key: 'readers' }]);
    expect(effectsOf(incomplete)).not.toHaveProperty('readers');
  });
});
