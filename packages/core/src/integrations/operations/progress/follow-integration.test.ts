import { createFakeClock, createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
} from '../../../../tests/support/create-test-instance.ts';
import { overrideStore } from '../../../../tests/support/override-store.ts';
import { createMemoryStore, type ProgressEvent } from '../../../index.ts';
import { UNLIMITED } from '../../../limits/tenant-limiter.ts';
import { DEFAULT_TENANT } from '../../../ports/store/store.ts';
import { followIntegration } from './follow-integration.ts';
import type { ProgressFeeds } from './progress-feeds.ts';
import { createStreamCounts } from './stream-counts.ts';

type Iterator = AsyncIterableIterator<ProgressEvent, undefined>;

async function rest(iterator: Iterator): Promise<readonly ProgressEvent[]> {
  const events: ProgressEvent[] = [];
  for await (const event of iterator) events.push(event);
  return events;
}

async function next(iterator: Iterator): Promise<ProgressEvent> {
  const { value } = await iterator.next();
  if (!value) throw new Error('There is no further event.');
  return value;
}

const idOf = (event: ProgressEvent): string | undefined => ('id' in event ? event.id : undefined);
const logged = (events: readonly ProgressEvent[]) => events.filter((event) => event.event !== 'test');

/** Holds a platform at its n-th statement from now, until it is told to go on. */
function holdAt(platform: ReturnType<typeof createSimulatedPlatform>, number: number) {
  let resume = (): void => {};
  const held = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let reached = (): void => {};
  const arrival = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let count = 0;
  const stop = platform.onStatement(({ when }) => {
    if (when !== 'before') return undefined;
    count += 1;
    if (count !== number) return undefined;
    reached();
    return held;
  });
  return {
    arrival,
    resume() {
      stop();
      resume();
    },
  };
}

describe('following an integration', () => {
  it('begins with a snapshot of the journal, then reports each statement, and ends with the operation', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    const hold = holdAt(instance.platform, 3);
    await integrations.create(ADMIN, bodyOf());
    await hold.arrival;
    const iterator = await integrations.follow(ADMIN, 1);
    const first = await next(iterator);
    expect(first).toMatchObject({
      event: 'snapshot',
      data: { integrationId: 1, status: 'creating', operation: { kind: 'create', status: 'running' } },
    });
    hold.resume();
    const events = await rest(iterator);
    const [operation] = await integrations.operations(ADMIN, 1);
    const journal = operation?.journal ?? [];
    const before = first.event === 'snapshot' ? (first.data.operation?.journal ?? []) : [];
    expect(before.at(-1)?.status).toBe('intended');
    const steps = events.filter((event) => event.event === 'statement').map(({ data }) => data);
    expect(steps.map(({ position, status }) => `${position} ${status}`)).toEqual([
      `${before.length} done`,
      ...journal.slice(before.length).flatMap(({ position }) => [`${position} intended`, `${position} done`]),
    ]);
    expect(new Set(steps.map(({ total }) => total))).toEqual(new Set([journal.length]));
    expect(steps.map(({ statement }) => statement)).not.toContain('');
    expect(events.at(-1)).toMatchObject({ event: 'operation', id: '1.end', data: { status: 'succeeded' } });
  });

  it('resumes after the id of any event, also on another node, with the same events', async () => {
    const store = createMemoryStore();
    const instance = await createTestInstance({ store });
    instance.platform.inject({ at: 4, effect: { fail: 'missing-grant' } });
    const { integrations } = instance.portcullis;
    await createAndWait(instance);
    const whole = await rest(await integrations.follow(ADMIN, 1, { after: '0.0' }));
    expect(whole[0]).toMatchObject({ event: 'operation', id: '1.0', data: { status: 'running' } });
    expect(whole.some((event) => event.event === 'statement' && event.data.direction === 'compensation')).toBe(true);
    expect(whole.at(-1)).toMatchObject({ data: { status: 'failed', error: { class: 'missing-grant' } } });
    const other = await createTestInstance({ store, platform: instance.platform });
    for (const [index, event] of whole.slice(0, -1).entries()) {
      const after = idOf(event) as string;
      expect(await rest(await other.portcullis.integrations.follow(ADMIN, 1, { after }))).toEqual(
        whole.slice(index + 1),
      );
    }
  });

  it('waits for the next operation if none runs', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    const iterator = await integrations.follow(ADMIN, id);
    expect(await next(iterator)).toMatchObject({ event: 'snapshot', id: '1.end', data: { status: 'enabled' } });
    const events = rest(iterator);
    await integrations.update(ADMIN, id, bodyOf({ retentionDays: 60 }));
    const seen = await events;
    const tests = seen.filter((event) => event.event === 'test').map(({ data }) => data);
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.find(({ state }) => state === 'finished')).toMatchObject({
      integrationId: id,
      operation: 'edit',
      total: expect.any(Number),
      test: { status: expect.any(String) },
    });
    expect(logged(seen)[0]).toMatchObject({ event: 'operation', id: '2.0', data: { kind: 'edit', status: 'running' } });
    expect(logged(seen).at(-1)).toMatchObject({ id: '2.end', data: { status: 'succeeded' } });
  });

  it('reads operations of other nodes from the store, with one query for all followers', async () => {
    const memory = createMemoryStore();
    let reads = 0;
    const counted = overrideStore(memory, {
      find: (table, query) => {
        if (table === 'operations') reads += 1;
        return memory.allTenants.find(table, query);
      },
    });
    const clock = createFakeClock();
    const platform = createSimulatedPlatform();
    const here = await createTestInstance({ store: counted, clock, platform });
    const there = await createTestInstance({ store: memory, platform, plugin: simulatedPlugin(platform) });
    const id = await createAndWait(there);
    const followers = await Promise.all([1, 2, 3].map(() => here.portcullis.integrations.follow(ADMIN, id)));
    for (const follower of followers) await next(follower);
    const ends = followers.map((follower) => rest(follower));
    await there.portcullis.integrations.update(ADMIN, id, bodyOf({ retentionDays: 60 }));
    await there.portcullis.integrations.whenIdle(id);
    await new Promise((resolve) => setImmediate(resolve));
    const before = reads;
    clock.advance(1000);
    const [first, ...others] = await Promise.all(ends);
    expect(first?.at(-1)).toMatchObject({ event: 'operation', id: '2.end' });
    for (const other of others) expect(other).toEqual(first);
    // The poll alone: a look for the operation, and one for what comes behind it.
    expect(reads - before).toBeLessThanOrEqual(3);
    expect(first?.filter((event) => event.event === 'test')).toEqual([]);
  });

  it('reads the status once for all followers, not for each of them after each test', async () => {
    const memory = createMemoryStore();
    let reads = 0;
    const store = overrideStore(memory, {
      find: (table, query) => {
        if (table === 'integrations') reads += 1;
        return memory.allTenants.find(table, query);
      },
    });
    const instance = await createTestInstance({ store });
    const { integrations } = instance.portcullis;
    const id = await createAndWait(instance);
    const readsOfAnEdit = async (retentionDays: number) => {
      const before = reads;
      await integrations.update(ADMIN, id, bodyOf({ retentionDays }));
      await integrations.whenIdle(id);
      return reads - before;
    };
    const follow = async () => {
      const follower = await integrations.follow(ADMIN, id);
      await next(follower);
      return follower;
    };
    const watched = rest(await follow());
    const withOne = await readsOfAnEdit(60);
    expect((await watched).filter(({ event }) => event === 'test').length).toBeGreaterThan(10);
    const all = await Promise.all(Array.from({ length: 50 }, follow));
    const ends = all.map(rest);
    expect(await readsOfAnEdit(70)).toBeLessThan(withOne + 10);
    for (const events of await Promise.all(ends))
      expect(events.at(-1)).toMatchObject({ data: { status: 'succeeded' } });
  });

  it('ends immediately for a deleted integration, after all events', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    await integrations.remove(ADMIN, id, CREDENTIALS);
    await integrations.whenIdle(id);
    const all = await rest(await integrations.follow(ADMIN, id));
    expect(all).toMatchObject([{ event: 'snapshot', data: { status: 'deleted', operation: { kind: 'delete' } } }]);
    expect(
      await rest(await integrations.follow(ADMIN, id, { after: idOf(all[0] as ProgressEvent) as string })),
    ).toEqual([]);
  });

  it('reports the end of a deletion that another node writes just before the status is read', async () => {
    const memory = createMemoryStore();
    let beforeStatus: (() => Promise<unknown>) | undefined;
    const store = overrideStore(memory, {
      async find(table, query) {
        const act = table === 'integrations' ? beforeStatus : undefined;
        if (act) beforeStatus = undefined;
        await act?.();
        return memory.allTenants.find(table, query);
      },
    });
    const here = await createTestInstance({ store });
    const there = await createTestInstance({ store: memory, platform: here.platform });
    const id = await createAndWait(there);
    const iterator = await here.portcullis.integrations.follow(ADMIN, id);
    await next(iterator);
    beforeStatus = async () => {
      await there.portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
      await there.portcullis.integrations.whenIdle(id);
    };
    const events = await rest(iterator);
    expect(events[0]).toMatchObject({ event: 'operation', id: '2.0', data: { kind: 'delete' } });
    expect(events.at(-1)).toMatchObject({ event: 'operation', id: '2.end', data: { status: 'succeeded' } });
  });

  it('reports each validation test that ended before the final status', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    await instance.portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    await instance.portcullis.integrations.whenIdle(id);
    const test = { event: 'test', data: { integrationId: id, position: 1 } } as ProgressEvent;
    const feeds: ProgressFeeds = {
      streams: createStreamCounts(),
      closing: new AbortController().signal,
      join(_id, onTest) {
        let reads = 0;
        const hasEnded = async () => {
          reads += 1;
          if (reads === 1) onTest(test);
          return true;
        };
        const never = new Promise<void>(() => {});
        return { after: async () => [], change: () => never, refresh: async () => {}, hasEnded, leave() {} };
      },
      close() {},
    };
    const ofDefault = { tenant: DEFAULT_TENANT, limiter: UNLIMITED };
    const followed = await followIntegration({ ...ofDefault, store: instance.store, feeds }, id, {});
    expect(await rest(followed)).toMatchObject([{ event: 'snapshot' }, { event: 'test', data: { position: 1 } }]);
  });

  it.each(['', 'x', '7.end', '1.99999', '-1.0', '1.0; drop'])('treats the unknown id %j like no id', async (after) => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const iterator = await instance.portcullis.integrations.follow(ADMIN, id, { after });
    const first = await next(iterator);
    expect(first.event).toBe(after === '1.99999' ? 'operation' : 'snapshot');
    await iterator.return?.();
  });

  it('treats an id of another integration like no id, and no other follower misses events because of it', async () => {
    const instance = await createTestInstance();
    const { integrations } = instance.portcullis;
    await createAndWait(instance, bodyOf({ database: 'ONE' }));
    const hold = holdAt(instance.platform, 3);
    await integrations.create(ADMIN, bodyOf({ database: 'TWO' }));
    await hold.arrival;
    const foreign = await integrations.follow(ADMIN, 2, { after: '1.1' });
    expect(await next(foreign)).toMatchObject({ event: 'snapshot', data: { integrationId: 2 } });
    const other = await integrations.follow(ADMIN, 2);
    hold.resume();
    for (const follower of [foreign, other]) {
      expect((await rest(follower)).at(-1)).toMatchObject({ event: 'operation', id: '2.end' });
    }
  });

  it('ends when the reader disconnects, when its signal is aborted and when the instance closes, and leaves no timer', async () => {
    const instance = await createTestInstance();
    const id = await createAndWait(instance);
    const { integrations } = instance.portcullis;
    const timers = instance.clock.waiting;
    const leaving = await integrations.follow(ADMIN, id);
    await next(leaving);
    const waiting = leaving.next();
    expect(instance.clock.waiting).toBe(timers + 1);
    await leaving.return?.();
    expect(await waiting).toMatchObject({ done: true });
    expect(instance.clock.waiting).toBe(timers);

    const gone = new AbortController();
    const aborted = await integrations.follow({ ...ADMIN, signal: gone.signal }, id);
    await next(aborted);
    const pending = aborted.next();
    gone.abort();
    expect(await pending).toMatchObject({ done: true });

    const last = await integrations.follow(ADMIN, id);
    await next(last);
    const cut = last.next();
    await instance.portcullis.close();
    expect(await cut).toMatchObject({ done: true });
  });

  it('requires APPLICATION_ADMIN and an existing integration', async () => {
    const instance = await createTestInstance();
    const user = { principal: { ...ADMIN.principal, permissions: [] } };
    await expect(instance.portcullis.integrations.follow(user, 1)).rejects.toMatchObject({
      code: 'PERMISSION_MISSING',
    });
    await expect(instance.portcullis.integrations.follow(ADMIN, 1)).rejects.toMatchObject({
      code: 'INTEGRATION_NOT_FOUND',
    });
  });

  it('continues after a transient failure of the store', async () => {
    const memory = createMemoryStore();
    let broken = false;
    const store = overrideStore(memory, {
      find: (table, query) => {
        if (broken && table === 'operations') return Promise.reject(new Error('The disk is full.'));
        return memory.allTenants.find(table, query);
      },
    });
    const clock = createFakeClock();
    const here = await createTestInstance({ store, clock });
    const there = await createTestInstance({ store: memory, platform: here.platform });
    const id = await createAndWait(there);
    const iterator = await here.portcullis.integrations.follow(ADMIN, id);
    await next(iterator);
    const events = rest(iterator);
    await new Promise((resolve) => setImmediate(resolve));
    broken = true;
    clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
    broken = false;
    await there.portcullis.integrations.update(ADMIN, id, bodyOf({ retentionDays: 60 }));
    await there.portcullis.integrations.whenIdle(id);
    clock.advance(1000);
    expect((await events).at(-1)).toMatchObject({ id: '2.end' });
    expect(JSON.stringify(here.logger.entries)).toContain('The disk is full.');
  });
});
