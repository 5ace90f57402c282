import { createFakeTransport } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';

const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
const ENDPOINTS = 61;
const AT_ONCE = 40;

/** A store whose transactions can be held up before they begin, each by itself. */
function gatedStore(shared: boolean) {
  const memory = createMemoryStore();
  const held: (() => void)[] = [];
  let holding = false;
  const store = overrideStore(memory, {
    shared,
    async transaction(work, options) {
      if (holding) await new Promise<void>((resolve) => held.push(resolve));
      return memory.allTenants.transaction(work, options);
    },
  });
  return {
    store,
    /** Resolve to let one go on, in the order in which they came. */
    held,
    hold: () => {
      holding = true;
    },
    releaseHeld: () => {
      holding = false;
      for (const release of held.splice(0)) release();
    },
  };
}

/** Two deliveries to each endpoint, of which the first ones are under way; the first endpoint has a cap of its own. */
async function deliverTwice(shared: boolean) {
  const gate = gatedStore(shared);
  const responses: ((status: number) => void)[] = [];
  const transport = createFakeTransport(() => new Promise((resolve) => responses.push(resolve)));
  const engine = await createDeliveryEngine({
    transport,
    store: gate.store,
    webhooks: { concurrency: AT_ONCE, concurrencyPerEndpoint: 1 },
  });
  const names = Array.from({ length: ENDPOINTS }, (_, index) => `Endpoint ${index}`);
  const capped = { delivery: { maxInFlight: 1 } };
  const webhooks = names.map((name, index) => webhookBody({ name, ...(index === 0 && capped) }));
  await engine.webhooks.create(admin, { webhooks });
  await engine.notifications.notify(tag);
  await engine.notifications.notify(tag);
  await engine.untilIdle();
  expect(responses).toHaveLength(AT_ONCE);
  const respond = async (count: number): Promise<void> => {
    for (const release of responses.splice(0, count)) release(200);
    await engine.untilIdle();
  };
  return { ...engine, ...gate, responses, respond };
}

describe('while a shared store runs a batch', () => {
  it('a second one begins once enough has ended', async () => {
    const { hold, held, respond } = await deliverTwice(true);
    hold();
    await respond(1);
    expect(held).toHaveLength(1);
    await respond(31);
    expect(held).toHaveLength(1);
    await respond(1);
    expect(held).toHaveLength(2);
    await respond(7);
    expect(held).toHaveLength(2);
  });

  it('an endpoint at its cap continues as soon as its delivery is recorded', async () => {
    const { hold, held, releaseHeld, respond, responses, store, untilIdle } = await deliverTwice(true);
    hold();
    await respond(1);
    await respond(AT_ONCE - 1);
    const [first, second] = held.splice(0);
    second?.();
    await untilIdle();
    first?.();
    releaseHeld();
    while (responses.length > 0) await respond(responses.length);
    expect(await store.count('deliveries', { status: 'succeeded' })).toBe(2 * ENDPOINTS);
  });
});

describe('while a batch waits for a store with one writer', () => {
  it('two more follow it, even if few deliveries have ended', async () => {
    const { hold, held, releaseHeld, respond, responses, store } = await deliverTwice(false);
    hold();
    for (const inLine of [1, 2, 3, 3]) {
      await respond(1);
      expect(held).toHaveLength(inLine);
    }
    releaseHeld();
    await respond(0);
    while (responses.length > 0) await respond(responses.length);
    expect(await store.count('deliveries', { status: 'succeeded' })).toBe(2 * ENDPOINTS);
  });

  it('a batch can end before earlier ones', async () => {
    const { hold, held, releaseHeld, respond, responses, store, untilIdle } = await deliverTwice(false);
    hold();
    for (let count = 0; count < 3; count += 1) await respond(1);
    const [first, second, third] = held.splice(0);
    for (const release of [third, first, second]) {
      release?.();
      await untilIdle();
    }
    releaseHeld();
    await respond(0);
    while (responses.length > 0) await respond(responses.length);
    expect(await store.count('deliveries', { status: 'succeeded' })).toBe(2 * ENDPOINTS);
  });
});
