import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { pruneTimeline } from './prune-timeline.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const timelineOf = ({ portcullis }: TestInstance, id: number) => portcullis.integrations.timeline(ADMIN, id);
const eventsOf = async (instance: TestInstance, id: number) =>
  (await timelineOf(instance, id)).map(({ event }) => event);

/** Lets the fake time pass in steps, with what falls due in between. */
async function pass({ clock }: TestInstance, steps: number, stepMs: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    clock.advance(stepMs);
    for (let tick = 0; tick < 20; tick += 1) await setImmediate();
  }
}

describe('the timeline of an integration', () => {
  it('has every change of status with its operation, from the creation to the end', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const id = await createAndWait(instance);
    instance.platform.inject({ at: 'ALTER PARAMETER', effect: { fail: 'missing-grant' } });
    await integrations.update(ADMIN, id, bodyOf({ retentionDays: 90 }));
    await integrations.whenIdle(id);
    await integrations.remove(ADMIN, id, CREDENTIALS);
    await integrations.whenIdle(id);
    const entries = await timelineOf(instance, id);
    expect(entries.map(({ event, from, status, operation }) => [event, from, status, operation?.kind])).toEqual([
      ['create', undefined, 'creating', 'create'],
      ['create-succeeded', 'creating', 'enabled', 'create'],
      ['edit', 'enabled', 'editing', 'edit'],
      ['edit-failed', 'editing', 'editError', 'edit'],
      ['delete', 'editError', 'deleting', 'delete'],
      ['delete-succeeded', 'deleting', 'deleted', 'delete'],
    ]);
    const operations = await integrations.operations(ADMIN, id);
    expect(entries.map(({ operation }) => operation?.id)).toEqual(operations.flatMap((each) => [each.id, each.id]));
    expect(entries[3]?.reason).toContain('ALTER PARAMETER');
    expect(new Set(entries.map(({ requestedBy }) => requestedBy))).toEqual(new Set([ADMIN.principal.id]));
  });

  it('has the failures and recoveries that recurring validations found, at their times', async () => {
    const instance = await createTestInstance({ settings: { recurringValidationPeriodMs: 10 * MINUTE_MS } });
    const id = await createAndWait(instance);
    const accept = instance.platform.refuseConnections({ with: 'network' });
    await pass(instance, 12, MINUTE_MS);
    const failedBy = instance.clock.now();
    await pass(instance, 24, MINUTE_MS);
    accept();
    await pass(instance, 12, MINUTE_MS);
    const [, enabled, failed, recovered, ...others] = await timelineOf(instance, id);
    expect(others).toEqual([]);
    expect(failed).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      event: 'validation-failed',
      from: 'enabled',
      status: 'recurringValidationError',
      reason: expect.stringContaining('The connection was refused.'),
    });
    expect(recovered).toMatchObject({
      event: 'validation-passed',
      from: 'recurringValidationError',
      status: 'enabled',
    });
    expect(recovered).not.toHaveProperty('requestedBy');
    const [before, at, after] = [enabled, failed, recovered].map((entry) => Date.parse(entry?.at ?? ''));
    expect(at).toBeGreaterThan(before as number);
    expect(at).toBeLessThanOrEqual(failedBy);
    expect(after).toBeGreaterThan(failedBy);
    await instance.portcullis.close();
  });

  it('names the principal that requested a validation', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    instance.platform.refuseConnections({ with: 'network' });
    await instance.portcullis.integrations.validate(ADMIN, id);
    expect((await timelineOf(instance, id)).at(-1)).toMatchObject({ event: 'validation-failed', requestedBy: 1 });
  });

  it('has drift when it appears and when it disappears, with the findings', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const id = await createAndWait(instance);
    const retention = { kind: 'parameter', name: 'retention' };
    instance.platform.tamper(retention, { values: { days: 7 } });
    const { observedAt } = await integrations.drift(ADMIN, id);
    instance.clock.advance(MINUTE_MS);
    await integrations.drift(ADMIN, id);
    instance.platform.tamper(retention, { values: { days: 30 } });
    await integrations.drift(ADMIN, id);
    const [, , appeared, disappeared, ...others] = await timelineOf(instance, id);
    expect(others).toEqual([]);
    expect(appeared).toEqual({
      id: expect.any(Number),
      at: observedAt,
      event: 'drift-appeared',
      status: 'enabled',
      requestedBy: ADMIN.principal.id,
      drift: { total: 1, findings: [{ state: 'changed', ...retention }] },
    });
    expect(disappeared).toMatchObject({ event: 'drift-disappeared', drift: { total: 0, findings: [] } });
  });

  it('has the end of an operation whose process died, without a principal', async () => {
    const dying = await createTestInstance();
    const { platform, plugin, store, clock } = dying;
    const dead = platform.killAt(2, 'before');
    await dying.portcullis.integrations.create(ADMIN, bodyOf());
    await dead;
    const next = await createTestInstance({ platform, plugin, store, clock });
    const last = (await timelineOf(next, 1)).at(-1);
    expect(last).toMatchObject({ event: 'create-failed', status: 'createError', operation: { kind: 'create' } });
    expect(last).not.toHaveProperty('requestedBy');
  });

  it('has no entry for a validation and a check for drift that change nothing', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const before = await timelineOf(instance, id);
    await instance.portcullis.integrations.validate(ADMIN, id);
    await instance.portcullis.integrations.drift(ADMIN, id);
    expect(await timelineOf(instance, id)).toEqual(before);
  });

  it('is listed in pages, in both directions', async () => {
    const { portcullis } = await createTestInstance();
    const instance = { portcullis } as TestInstance;
    const id = await createAndWait(instance);
    const all = await timelineOf(instance, id);
    const page = (query: object) => portcullis.integrations.timeline(ADMIN, id, query);
    expect(await page({ sortOrder: 'desc' })).toEqual(all.toReversed());
    expect(await page({ pageSize: '1' })).toEqual(all.slice(0, 1));
    expect(await page({ after: all[0]?.id ?? 0 })).toEqual(all.slice(1));
    expect(await page({ after: all[1]?.id ?? 0, sortOrder: 'desc' })).toEqual(all.slice(0, 1));
    expect(await refusalOf(page({ sortOrder: 'up', pageSize: 0 }))).toMatchObject({
      code: 'PARAMETER_INVALID',
      extras: { details: [{ path: 'sortOrder' }, { path: 'pageSize' }] },
    });
    expect(await refusalOf(portcullis.integrations.timeline(ADMIN, 99))).toMatchObject({
      code: 'INTEGRATION_NOT_FOUND',
    });
  });
});

describe('the retention of timelines', () => {
  it('removes entries that are older than the option permits', async () => {
    const integrations = { transientRetries: 0, timelineRetentionDays: 3 };
    const settings = { recurringValidationPeriodMs: 0 };
    const instance = await createTestInstance({ integrations, settings });
    const id = await createAndWait(instance);
    await pass(instance, 2, DAY_MS);
    expect(await eventsOf(instance, id)).toEqual(['create', 'create-succeeded']);
    instance.platform.refuseConnections({ with: 'network' });
    await instance.portcullis.integrations.validate(ADMIN, id);
    await pass(instance, 2, DAY_MS);
    expect(await eventsOf(instance, id)).toEqual(['validation-failed']);
    await instance.portcullis.close();
  });

  it('removes any number of entries of all tenants, and none that are younger', async () => {
    const store = createMemoryStore();
    const row = { integrationId: 1, event: 'edit', status: 'editing' } as const;
    for (let at = 1; at <= 401; at += 1)
      await store.scoped(`tenant ${at % 2}`).insert('timelineEntries', { ...row, at });
    await pruneTimeline(store.allTenants, 401);
    expect(await store.allTenants.find('timelineEntries', {})).toMatchObject([{ at: 401 }]);
  });
});
