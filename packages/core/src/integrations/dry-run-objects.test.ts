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
});
