import { createFakeClock, createFakeRandom, createRecordingLogger, interceptStore } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dumpStore } from '../../tests/support/dump-store.ts';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { overrideStore } from '../../tests/support/override-store.ts';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../adapters/static-secret-keys.ts';
import { ServiceError } from '../kernel/errors/service-error.ts';
import type { Store } from '../ports/store/store.ts';
import { DEFAULT_TENANT } from '../ports/store/store.ts';
import { contentHash } from './content-hash.ts';
import { createIdempotency } from './create-idempotency.ts';

const REQUEST = { key: 'key-1', principalId: 1, operation: 'create', content: { password: 'CANARY-1', n: 1 } };
const LEASE_MS = 30_000;
const DAY_MS = 86_400_000;

async function setUp(shared = true) {
  const memory = createMemoryStore();
  await memory.open();
  /** True while no row can be removed. */
  const faults = { removals: false };
  const intercepted = interceptStore(memory, {
    async call({ operation }, proceed) {
      if (faults.removals && operation === 'remove') throw new Error('The store is gone.');
      return proceed();
    },
  });
  const store = overrideStore(intercepted, { shared });
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const events: unknown[][] = [];
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } });
  const node = (nodeId: string) =>
    createIdempotency({
      tenant: DEFAULT_TENANT,
      store,
      clock,
      secretKeys,
      random: createFakeRandom(),
      nodeId,
      events: { emit: (...event) => void events.push(event) },
      logger,
      leaseMs: LEASE_MS,
      keepHours: 24,
    });
  let done = 0;
  /** Work that counts itself and keeps its response. */
  const work = async (keep: (store: Store, response: object) => Promise<void>) => {
    done += 1;
    const response = { number: done };
    await keep(store, response);
    return response;
  };
  return { store, faults, clock, logger, events, node, work, times: () => done };
}

describe('an idempotency key', () => {
  it('gives the first response to every repetition, on every node, and does the work once', async () => {
    const { node, work, times } = await setUp();
    expect(await node('a').run(REQUEST, work)).toEqual({ number: 1 });
    expect(await node('a').run(REQUEST, work)).toEqual({ number: 1, replayed: true });
    expect(await node('b').run(REQUEST, work)).toEqual({ number: 1, replayed: true });
    expect(times()).toBe(1);
  });

  it('means nothing to another principal, for another operation, or when there is none', async () => {
    const { node, work } = await setUp();
    await node('a').run(REQUEST, work);
    expect(await node('a').run({ ...REQUEST, principalId: 2 }, work)).toEqual({ number: 2 });
    expect(await node('a').run({ ...REQUEST, operation: 'other' }, work)).toEqual({ number: 3 });
    expect(await node('a').run({ ...REQUEST, key: undefined }, work)).toEqual({ number: 4 });
    expect(await node('a').run({ ...REQUEST, key: undefined }, work)).toEqual({ number: 5 });
  });

  it('is refused for another body, whether the first request runs or is done', async () => {
    const { node, work } = await setUp();
    const other = { ...REQUEST, content: { n: 2 } };
    let finish = (): void => {};
    const first = node('a').run(REQUEST, async (keep) => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return work(keep);
    });
    await new Promise((resolve) => setImmediate(resolve));
    const running = await refusalOf(node('b').run(REQUEST, work));
    expect(running).toMatchObject({
      code: 'IDEMPOTENCY_KEY_IN_USE',
      statusCode: 409,
      extras: { retryAfterSeconds: 1 },
    });
    expect(await refusalOf(node('b').run(other, work))).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      statusCode: 422,
    });
    finish();
    await first;
    expect(await refusalOf(node('b').run(other, work))).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('is free again after a refusal or a failure, also for another body', async () => {
    const { node, work } = await setUp();
    const failures = [
      new Error('socket hang up'),
      new ServiceError('VALIDATION_FAILED', 'A privilege is missing.'),
      new ServiceError('TARGET_TAKEN', 'Integration 1 exists on this target.'),
      new ServiceError('BODY_INVALID', 'The body is not valid.'),
    ];
    for (const failure of failures) {
      const request = { ...REQUEST, content: failure.message };
      await expect(node('a').run(request, () => Promise.reject(failure))).rejects.toBe(failure);
    }
    expect(await node('a').run(REQUEST, work)).toEqual({ number: 1 });
    expect(await node('a').run(REQUEST, work)).toEqual({ number: 1, replayed: true });
  });

  it.each([true, false])(
    'that cannot be released does not replace the error of the work, and is free after its lease (shared: %s)',
    async (shared) => {
      const { node, work, clock, faults, logger, events } = await setUp(shared);
      const failure = new ServiceError('VALIDATION_FAILED', 'A privilege is missing.');
      const refuse = async (): Promise<never> => {
        faults.removals = true;
        throw failure;
      };
      await expect(node('a').run(REQUEST, refuse)).rejects.toBe(failure);
      expect(events).toEqual([['background.error', { task: 'idempotency-key', message: 'The store is gone.' }]]);
      expect(logger.entries).toMatchObject([{ level: 'error', details: { task: 'idempotency-key' } }]);
      faults.removals = false;
      expect(await refusalOf(node('a').run(REQUEST, work))).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
      clock.advance(LEASE_MS);
      expect(await node('a').run(REQUEST, work)).toEqual({ number: 1 });
    },
  );

  it('is free again after its time', async () => {
    const { node, work, clock, store } = await setUp();
    await node('a').run(REQUEST, work);
    clock.advance(DAY_MS - 1);
    expect(await node('a').run(REQUEST, work)).toMatchObject({ replayed: true });
    clock.advance(1);
    expect(await node('a').run({ ...REQUEST, content: 'another' }, work)).toEqual({ number: 2 });
    expect(await store.count('idempotencyKeys', {})).toBe(1);
  });

  it('is taken over from a node that died, which then can keep nothing', async () => {
    const { node, work, clock, store } = await setUp();
    let wake = (): void => {};
    const dead = node('a').run(REQUEST, async (keep) => {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      return work(keep);
    });
    await new Promise((resolve) => setImmediate(resolve));
    // A stopped process renews no lease.
    await store.update('idempotencyKeys', {}, { leaseUntil: clock.now() });
    expect(await node('b').run(REQUEST, async (keep) => work(keep))).toEqual({ number: 1 });
    wake();
    expect(await refusalOf(dead)).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
    expect(await node('a').run(REQUEST, work)).toEqual({ number: 1, replayed: true });
  });

  it('stays in use while the work runs, and is free immediately after a restart of the only process of a store', async () => {
    const { node, work, clock, store } = await setUp();
    void node('a').run(REQUEST, () => new Promise<never>(() => {}));
    await new Promise((resolve) => setImmediate(resolve));
    for (let beat = 0; beat < 10; beat += 1) {
      clock.advance(LEASE_MS / 3);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await refusalOf(node('b').run(REQUEST, work))).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
    const alone = await setUp(false);
    void alone.node('a').run(REQUEST, () => new Promise<never>(() => {}));
    await new Promise((resolve) => setImmediate(resolve));
    expect(await alone.node('b').run(REQUEST, alone.work)).toEqual({ number: 1 });
    expect(await store.count('idempotencyKeys', {})).toBe(1);
  });

  it.each(['', ' ', 'with space', 'ümlaut', 'x'.repeat(256)])('cannot be %j', async (key) => {
    const { node, work } = await setUp();
    expect(await refusalOf(node('a').run({ ...REQUEST, key }, work))).toMatchObject({
      code: 'PARAMETER_INVALID',
      statusCode: 400,
    });
  });

  it('leaves neither the body nor a digest of it in clear in the store', async () => {
    const { node, work, store } = await setUp();
    await node('a').run(REQUEST, work);
    const dump = await dumpStore(store);
    expect(dump).not.toContain('CANARY-1');
    expect(dump).not.toContain(contentHash(REQUEST.content));
    expect(dump).not.toContain('key-1');
  });

  it('permits one of any number of concurrent requests to do the work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 8 }), async (nodes) => {
        const { node, work, times } = await setUp();
        const ends = await Promise.allSettled(nodes.map((id) => node(id).run(REQUEST, work)));
        expect(times()).toBe(1);
        for (const end of ends) {
          if (end.status === 'fulfilled') expect(end.value).toMatchObject({ number: 1 });
          else expect(end.reason).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the digest of a body', () => {
  it('does not depend on the order of members, and on everything else', () => {
    expect(contentHash({ a: 1, b: { c: [1, 2], d: null } })).toBe(contentHash({ b: { d: null, c: [1, 2] }, a: 1 }));
    const different = [{ a: 1 }, { a: '1' }, { a: [1] }, { b: 1 }, [1], 1, '1', null, undefined, { a: { a: 1 } }];
    expect(new Set(different.map(contentHash)).size).toBe(different.length);
  });
});
