import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createMemoryStore, createPortcullis, createStaticSecretKeys, type Store } from '../../index.ts';

const ENDPOINTS = 10_000;
const HOUR_MS = 3_600_000;
/** A round comes again after nine tenths of its hour at the earliest: within one hour, any of them may fall twice. */
const HOURS = 10;
const MAX_ROUNDS = Math.floor(HOURS / 0.9) + 1;

/** A store that says what it was asked. */
function countingStore(shared: boolean): { readonly store: Store; readonly asked: string[] } {
  const inner = createMemoryStore();
  const asked: string[] = [];
  const noted = <Operations extends object>(operations: Operations, where: string): Operations =>
    Object.fromEntries(
      Object.entries(operations).map(([name, value]) => [
        name,
        typeof value !== 'function'
          ? value
          : (...input: readonly unknown[]) => {
              asked.push(`${where}${name} ${String(typeof input[0] === 'string' ? input[0] : '')}`);
              return value(...input);
            },
      ]),
    ) as Operations;
  const { transaction, ...operations } = inner;
  const store: Store = {
    ...noted(operations, ''),
    shared,
    transaction: (work) => {
      asked.push('begin', 'commit');
      return transaction((open) => work(noted(open, 'in transaction: ')));
    },
  };
  return { store, asked };
}

/** Moves from timer to timer, and lets everything happen that is due. */
async function pass(clock: ReturnType<typeof createFakeClock>, milliseconds: number): Promise<void> {
  const end = clock.monotonic() + milliseconds;
  clock.after(milliseconds, () => {});
  while (clock.monotonic() < end && clock.advanceToNext()) {
    for (let tick = 0; tick < 8; tick += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

async function askedIn(hours: number, shared: boolean): Promise<readonly string[]> {
  const clock = createFakeClock();
  const { store, asked } = countingStore(shared);
  const portcullis = await createPortcullis({
    plugins: [],
    store,
    clock,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    webhooks: { maxPerRequest: ENDPOINTS },
  });
  const principal = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
  const element = { global: true, notificationType: ['tagCreated'], actionType: null };
  const webhooks = Array.from({ length: ENDPOINTS }, (_each, index) => ({
    ...element,
    name: `endpoint ${index}`,
    url: `https://hooks.example.com/${index}`,
  }));
  await portcullis.webhooks.create({ principal }, { webhooks });
  await pass(clock, HOUR_MS);
  asked.length = 0;
  await pass(clock, hours * HOUR_MS);
  const seen = [...asked];
  await portcullis.close();
  return seen;
}

describe('an instance with ten thousand webhooks and nothing to do', () => {
  it('queries an unshared store only once an hour, for deliveries that are held for too long', async () => {
    const asked = await askedIn(HOURS, false);
    const about = asked.filter((what) => /deliveries|endpointQueues|settings/.test(what));
    expect(about.length).toBeLessThanOrEqual(MAX_ROUNDS);
    expect(about.filter((what) => what !== 'find deliveries')).toEqual([]);
    // Old rows are looked for once an hour.
    expect(asked.length / MAX_ROUNDS).toBeLessThan(20);
  });

  it('queries a shared store less than once in five seconds', async () => {
    const asked = await askedIn(1, true);
    expect(asked.length / 3600).toBeLessThanOrEqual(0.2);
  });
});
