import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { ObjectFacts } from '../plan/change-set.ts';
import type { ObjectOrigin } from './ledger-entry.ts';
import { entryOf, outputsOf } from './read-ledger.ts';
import { finishEntry, keepOutputs, recordObject, recordPlatformId } from './write-ledger.ts';

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

const owner = { integrationId: 1, pluginVersion: '1', scope: 's', identity: ['s', 'd'] };
const object: ObjectFacts = {
  key: 'account',
  kind: 'user',
  name: 'gov',
  scope: 'cluster',
  sharing: 'exclusive',
  by: 'setup',
  stage: 'main',
  observeStage: 'main',
  mark: 'm',
  desired: {},
  revision: null,
  within: null,
  blocks: [],
  dropAfter: [],
  reversible: true,
  drop: [],
  make: null,
};

async function setUp() {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const record = (origin: ObjectOrigin) => recordObject(store, clock, owner, object, origin, 1);
  const entry = () => entryOf(store, 1, 'account');
  return { store, clock, record, entry };
}

describe('the outputs of calls', () => {
  it('are kept with those of earlier calls', async () => {
    const { store, record } = await setUp();
    await record('created');
    await keepOutputs(store, 1, 'account', { id: '7' });
    await keepOutputs(store, 1, 'account', { token: 't' });
    expect(await outputsOf(store, 1)).toEqual(
      new Map([
        ['account.id', '7'],
        ['account.token', 't'],
      ]),
    );
  });

  it('are kept for an object that is recorded again', async () => {
    const { store, record } = await setUp();
    await record('created');
    await keepOutputs(store, 1, 'account', { id: '7' });
    await record('created');
    expect(await outputsOf(store, 1)).toEqual(new Map([['account.id', '7']]));
  });
});

describe('an object that is recorded again', () => {
  it('keeps the time of its first record', async () => {
    const { clock, record, entry } = await setUp();
    await record('created');
    const first = await entry();
    clock.advance(1000);
    await record('created');
    expect((await entry())?.createdAt).toBe(first?.createdAt);
  });

  it.each(['created', 'manual', 'adopted'] as const)('keeps the id of the platform as %s', async (origin) => {
    const { store, record, entry } = await setUp();
    await record('created');
    await recordPlatformId(store, 1, 'account', '42');
    await record(origin);
    expect((await entry())?.platformId).toBe('42');
  });

  it.each(['sent', 'begun'] as const)(
    'has no id of the platform as %s, because it is created again',
    async (origin) => {
      const { store, record, entry } = await setUp();
      await record('created');
      await recordPlatformId(store, 1, 'account', '42');
      await record(origin);
      expect((await entry())?.platformId).toBeNull();
    },
  );
});

it.each([
  ['sent', 'created'],
  ['begun', 'created'],
  ['adopted', 'adopted'],
] as const)('an object that is recorded as %s is %s at the end', async (origin, result) => {
  const { store, record, entry } = await setUp();
  await record(origin);
  await finishEntry(store, 1, 'account');
  expect((await entry())?.origin).toBe(result);
});

it('an object replaces its earlier entry on a slow store', async () => {
  const { store, clock, record, entry } = await setUp();
  await record('sent');
  const slow: typeof store = {
    ...store,
    async remove(...which) {
      await turnOfEventLoop();
      return store.remove(...which);
    },
  };
  await recordObject(slow, clock, owner, object, 'created', 1);
  await turnOfEventLoop();
  expect(await entry()).toMatchObject({ origin: 'created' });
});
