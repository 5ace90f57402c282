import { type ManagedObject, sql } from '@portcullis/plugin-api';
import { createSimulatedPlatform, type SimulatedPlatform } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';
import { SERVICE_VIEW, secondVersion } from '../../../tests/support/second-version.ts';

const RICH = { audit: { enabled: true }, impersonation: { enabled: true, role: 'actors' }, volume: { size: 10 } };
const RICHER = { ...RICH, retentionDays: 7, volume: { size: 20 }, impersonation: { enabled: true, role: 'players' } };
/** Of the moments, each so-many-th is enough where a sample is. */
const SHARE = process.env.PORTCULLIS_TESTS === 'sampled' ? 3 : 1;
/** The moments at which a process dies: before and after each statement. */
const MOMENTS = Array.from({ length: 20 }, (_, index) => index + 1)
  .flatMap((number): (readonly [number, 'before' | 'after'])[] => [
    [number, 'before'],
    [number, 'after'],
  ])
  .filter((_moment, index) => index % SHARE === 0);

/**
 * Lets the process die at a statement of an operation, and starts another one over the same store and platform. Returns undefined where
 * the operation has fewer statements: then no later one is worth a try.
 */
async function restartAfterDeath(
  instance: TestInstance,
  at: readonly [number, 'before' | 'after'],
  operation: () => Promise<unknown>,
): Promise<TestInstance | undefined> {
  const dead = instance.platform.killAt(...at);
  await operation();
  const end = instance.portcullis.integrations.whenIdle(1).then(() => 'survived' as const);
  if ((await Promise.race([dead.then(() => 'died' as const), end])) === 'survived') return undefined;
  const { platform, plugin, store, clock } = instance;
  // Not `await using`: a dead process does not close its instance.
  return createTestInstance({ platform, plugin, store, clock });
}

/**
 * Claims every object that has no mark and may be ours: only an administrator can know that it was not made by another account.
 * Returns whether there was any.
 */
async function adoptUnresolved({ portcullis: { integrations } }: TestInstance, ended: string): Promise<boolean> {
  const { status } = await integrations.whenIdle(1);
  if (status !== ended) return false;
  const unresolved = await integrations.unresolvedObjects(ADMIN, 1);
  const [last] = (await integrations.operations(ADMIN, 1)).slice(-1);
  for (const { key, kind, name } of unresolved) {
    expect(last?.error?.message).toContain(`It is unclear who owns the ${kind} ${name}`);
    await integrations.decideOwnership(ADMIN, 1, { object: key, decision: 'adopt' });
  }
  expect(unresolved).not.toEqual([]);
  expect(await integrations.unresolvedObjects(ADMIN, 1)).toEqual([]);
  return true;
}

/** Returns the objects that an undisturbed set-up leaves. */
async function oneShot(config: object): Promise<readonly string[]> {
  const instance = await createTestInstance();
  await createAndWait(instance, bodyOf(config));
  return unmarked(instance.platform);
}

/** Marks hold the id of the instance, which is another one in each test. */
function unmarked(platform: SimulatedPlatform): readonly string[] {
  return platform.snapshot().map((line) => line.replaceAll(/portcullis:[0-9a-f]{16}:/g, ''));
}

describe('a process that dies', () => {
  it('at any statement of a creation leaves a createError that PUT repairs to the state of a complete creation', async () => {
    const wanted = await oneShot(RICH);
    let deaths = 0;
    for (const at of MOMENTS) {
      const instance = await createTestInstance();
      const next = await restartAfterDeath(instance, at, () =>
        instance.portcullis.integrations.create(ADMIN, bodyOf(RICH)),
      );
      if (!next) break;
      deaths += 1;
      const { integrations } = next.portcullis;
      expect(await integrations.status(ADMIN, 1), `killed ${at}`).toEqual({ id: 1, status: 'createError' });
      const [operation] = await integrations.operations(ADMIN, 1);
      expect(operation).toMatchObject({ status: 'interrupted' });
      expect(operation?.journal.at(-1)?.status).toMatch(/unknown|done/);
      await integrations.update(ADMIN, 1, bodyOf(RICH));
      if (await adoptUnresolved(next, 'createError')) await integrations.update(ADMIN, 1, bodyOf(RICH));
      expect(await integrations.whenIdle(1), `killed ${at}`).toEqual({ id: 1, status: 'enabled' });
      expect(unmarked(next.platform)).toEqual(wanted);
    }
    expect(deaths).toBeGreaterThan(20 / SHARE);
  });

  it('at any statement of a creation leaves only objects that DELETE finds', async () => {
    for (const at of MOMENTS) {
      const platform = createSimulatedPlatform();
      platform.plant({ server: 'db.example.com:7000', kind: 'database', name: 'theirs' });
      const before = platform.snapshot();
      const instance = await createTestInstance({ platform });
      const next = await restartAfterDeath(instance, at, () =>
        instance.portcullis.integrations.create(ADMIN, bodyOf(RICH)),
      );
      if (!next) break;
      await next.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
      if (await adoptUnresolved(next, 'deleteError')) await next.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
      expect(await next.portcullis.integrations.whenIdle(1), `killed ${at}`).toEqual({ id: 1, status: 'deleted' });
      expect(platform.snapshot(), `killed ${at}`).toEqual(before);
    }
  });

  it('at any statement of an edit leaves an editError, or a complete edit after its point of no return; after both a PUT can continue or revert', async () => {
    for (const wanted of [RICHER, RICH]) {
      const one = await oneShot(wanted);
      for (const at of MOMENTS) {
        const instance = await createTestInstance();
        await createAndWait(instance, bodyOf(RICH));
        const next = await restartAfterDeath(instance, at, () =>
          instance.portcullis.integrations.update(ADMIN, 1, bodyOf(RICHER)),
        );
        if (!next) break;
        const { integrations } = next.portcullis;
        const { status } = await integrations.status(ADMIN, 1);
        const [, edit] = await integrations.operations(ADMIN, 1);
        const isStored = edit?.journal.some((entry) => entry.action === 'store');
        expect(status, `killed ${at}`).toBe(isStored ? 'enabled' : 'editError');
        await integrations.update(ADMIN, 1, bodyOf(wanted));
        expect(await integrations.whenIdle(1), `killed ${at}`).toEqual({ id: 1, status: 'enabled' });
        expect(unmarked(next.platform), `killed ${at}`).toEqual(one);
      }
    }
  });

  it('at any statement of an edit that removes objects leaves only changes that the reversal detects', async () => {
    const one = await oneShot(RICH);
    let deaths = 0;
    for (const at of MOMENTS) {
      const instance = await createTestInstance();
      await createAndWait(instance, bodyOf(RICH));
      const next = await restartAfterDeath(instance, at, () =>
        instance.portcullis.integrations.update(ADMIN, 1, bodyOf()),
      );
      if (!next) break;
      deaths += 1;
      expect(await next.portcullis.integrations.status(ADMIN, 1), `killed ${at}`).toMatchObject({ status: 'enabled' });
      await next.portcullis.integrations.update(ADMIN, 1, bodyOf(RICH));
      expect(await next.portcullis.integrations.whenIdle(1), `killed ${at}`).toEqual({ id: 1, status: 'enabled' });
      expect(unmarked(next.platform), `killed ${at}`).toEqual(one);
    }
    expect(deaths).toBeGreaterThan(6 / SHARE);
  });

  it('between two statements of a removal leaves an entry with this state, and the next removal completes it', async () => {
    const platform = createSimulatedPlatform();
    const inTwoSteps = (object: ManagedObject): ManagedObject =>
      object.key === 'service-account' ? { ...object, drop: [{ text: sql`LOCK USER` }, ...object.drop] } : object;
    const plugin = secondVersion(platform, { objects: (list) => list.map(inTwoSteps) });
    const instance = await createTestInstance({ platform, plugin });
    await createAndWait(instance);
    let revive = (): void => {};
    const dead = new Promise<void>((resolve) => {
      revive = platform.onStatement(({ when, statement }) => {
        if (when !== 'after' || statement.text !== 'LOCK USER') return undefined;
        resolve();
        return new Promise<never>(() => {});
      });
    });
    await instance.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
    await dead;
    const { store, clock } = instance;
    expect(await store.find('managedObjects', { where: { key: 'service-account' } })).toMatchObject([
      { origin: 'begun' },
    ]);
    revive();
    const { integrations } = (await createTestInstance({ platform, plugin, store, clock })).portcullis;
    await integrations.remove(ADMIN, 1, CREDENTIALS);
    expect(await integrations.whenIdle(1)).toEqual({ id: 1, status: 'deleted' });
    expect(platform.snapshot()).toEqual([]);
  });

  it('at any statement of a migration leaves a migrateError, or the new version; after both a PUT, a DELETE or another migration succeeds', async () => {
    const upgrade = (instance: TestInstance): Promise<TestInstance> => {
      const { platform, store, clock } = instance;
      const plugin = secondVersion(platform, { objects: (list) => [...list, SERVICE_VIEW] });
      return createTestInstance({ platform, store, clock, plugin });
    };
    const reference = await createTestInstance();
    await createAndWait(reference, bodyOf(RICH));
    const migrated = await upgrade(reference);
    await migrated.portcullis.integrations.migrate(ADMIN, 1);
    await migrated.portcullis.integrations.whenIdle(1);
    const wanted = unmarked(reference.platform);
    for (const way of ['put', 'delete', 'migrate'] as const) {
      let deaths = 0;
      for (const at of MOMENTS) {
        const first = await createTestInstance();
        await createAndWait(first, bodyOf(RICH));
        const dying = await upgrade(first);
        const next = await restartAfterDeath(dying, at, () => dying.portcullis.integrations.migrate(ADMIN, 1));
        if (!next) break;
        deaths += 1;
        const { integrations } = next.portcullis;
        expect(await integrations.status(ADMIN, 1), `killed ${at}`).toEqual({ id: 1, status: 'migrateError' });
        if (way === 'put') await integrations.update(ADMIN, 1, bodyOf(RICH));
        else if (way === 'migrate') await integrations.migrate(ADMIN, 1);
        else await integrations.remove(ADMIN, 1, CREDENTIALS);
        const status = way === 'delete' ? 'deleted' : 'enabled';
        expect(await integrations.whenIdle(1), `killed ${at}`).toEqual({ id: 1, status });
        expect(unmarked(next.platform), `killed ${at}, ${way}`).toEqual(way === 'delete' ? [] : wanted);
      }
      expect(deaths).toBe(Math.ceil(4 / SHARE));
    }
  });

  it('at any statement of a removal leaves a deleteError that DELETE resolves', async () => {
    for (const at of MOMENTS) {
      const instance = await createTestInstance();
      await createAndWait(instance, bodyOf(RICH));
      const next = await restartAfterDeath(instance, at, () =>
        instance.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS),
      );
      if (!next) break;
      expect(await next.portcullis.integrations.status(ADMIN, 1)).toEqual({ id: 1, status: 'deleteError' });
      await next.portcullis.integrations.remove(ADMIN, 1, CREDENTIALS);
      expect(await next.portcullis.integrations.whenIdle(1)).toEqual({ id: 1, status: 'deleted' });
      expect(next.platform.snapshot()).toEqual([]);
    }
  });
});

describe('a process that is asked to stop', () => {
  it('waits for running operations', async () => {
    const instance = await createTestInstance();
    await instance.portcullis.integrations.create(ADMIN, bodyOf());
    await instance.portcullis.close();
    const next = await createTestInstance({ platform: instance.platform, plugin: instance.plugin });
    expect(next.platform.objects.some((each) => each.kind === 'procedure')).toBe(true);
    expect(instance.platform.openSessions).toBe(0);
  });
});
