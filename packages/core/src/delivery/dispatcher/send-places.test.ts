import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { createSendPlaces, MOST_WAIT_MS } from './send-places.ts';

const CAP = 2;

/** Places of which lane 1 has taken all, and how those that wait were told. */
async function fullLane(waiting: number) {
  const clock = createFakeClock();
  const places = createSendPlaces(clock);
  const told: (boolean | undefined)[] = [];
  const take = (webhookId: number): void => {
    const index = told.push(undefined) - 1;
    void (async () => {
      told[index] = await places.take(webhookId, CAP);
    })();
  };
  for (let each = 0; each < CAP + waiting; each += 1) take(1);
  const seen = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    return told.slice(CAP);
  };
  await seen();
  expect(told.slice(0, CAP)).toEqual([true, true]);
  return { clock, places, take, seen };
}

describe('a place to send', () => {
  it('goes to the first that waits when one was delivered', async () => {
    const { places, seen } = await fullLane(2);
    expect([await seen(), places.waiting]).toEqual([[undefined, undefined], 2]);
    places.leave(1, true);
    expect([await seen(), places.waiting]).toEqual([[true, undefined], 1]);
    places.leave(1, true);
    expect([await seen(), places.waiting]).toEqual([[true, true], 0]);
  });

  it('is free again when nobody waits', async () => {
    const { places } = await fullLane(0);
    places.leave(1, true);
    expect([places.take(1, CAP), places.waiting]).toEqual([true, 0]);
    void places.take(1, CAP);
    expect(places.waiting).toBe(1);
  });

  it('is free again when one failed: all that wait in its lane are given back, and no others', async () => {
    const { places, take, seen } = await fullLane(2);
    for (let each = 0; each < CAP + 1; each += 1) take(2);
    places.leave(1, false);
    expect([await seen(), places.waiting]).toEqual([[false, false, true, true, undefined], 1]);
    expect(places.take(1, CAP)).toBe(true);
  });

  it('is not waited for longer than a moment, by each that waits', async () => {
    const { clock, take, seen, places } = await fullLane(1);
    clock.advance(100);
    take(1);
    clock.advance(MOST_WAIT_MS - 101);
    expect(await seen()).toEqual([undefined, undefined]);
    clock.advance(1);
    expect(await seen()).toEqual([false, undefined]);
    clock.advance(100);
    expect([await seen(), places.waiting]).toEqual([[false, false], 0]);
  });

  it('that others wait for anew is not lost with those before', async () => {
    const { clock, places, take, seen } = await fullLane(1);
    clock.advance(200);
    places.leave(1, true);
    take(1);
    clock.advance(MOST_WAIT_MS - 200);
    expect(await seen()).toEqual([true, undefined]);
    clock.advance(200);
    expect([await seen(), places.waiting]).toEqual([[true, false], 0]);
  });

  it('is waited for by nobody once it is over', async () => {
    const { places, take, seen } = await fullLane(1);
    places.stop();
    take(1);
    expect([await seen(), places.waiting]).toEqual([[false, false], 0]);
    places.leave(1, true);
    expect(places.take(1, CAP)).toBe(true);
  });
});
