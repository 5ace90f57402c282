import type { Observation } from '@portcullis/plugin-api';
import { createFakeClock } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import type { Change } from '../plan/change-set.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import { waitUntilObserved } from './wait-until-observed.ts';

type Seen = Omit<Observation, 'key'> | Error;

const DESIRED = { privilege: 'write', limit: 5 };

/** A change whose object is observed in these states, one after another; the last one is repeated. */
function changeOf(action: Change['action'], until: 'present' | 'absent', seen: readonly Seen[]) {
  const step = { waitUntil: { state: until, deadlineMs: 60_000 } } as RenderedStep;
  const change = {
    action,
    steps: [{ ...step }, step],
    object: { kind: 'grant', name: 'sales', desired: DESIRED },
  } as unknown as Change;
  let observations = 0;
  const clock = createFakeClock();
  const observe = async (): Promise<Observation> => {
    const state = seen[Math.min(observations, seen.length - 1)];
    observations += 1;
    if (!state || state instanceof Error) throw state;
    return { key: 'grant', ...state };
  };
  const signal = new AbortController().signal;
  return {
    observations: () => observations,
    wait: async (at = 1) => {
      const result = waitUntilObserved(change.steps[at] ?? step, change, { observe, clock, signal });
      let isEnded = false;
      void result.then(() => {
        isEnded = true;
      });
      while (!isEnded) {
        await new Promise((resolve) => setImmediate(resolve));
        clock.advance(5_000);
      }
      return (await result).overdue;
    },
  };
}

const old = { state: 'ours', values: { privilege: 'read', limit: 5 } } as const;
const current = { state: 'ours', values: { privilege: 'write', limit: 5 } } as const;

describe('after the last call of an alteration', () => {
  it('waits until the object has its desired values', async () => {
    const { wait, observations } = changeOf('alter', 'present', [
      old,
      new Error('The platform is busy.'),
      old,
      current,
    ]);
    expect(await wait()).toBeUndefined();
    expect(observations()).toBe(4);
  });

  it.each([
    ['cannot see the object', { state: 'unknown' }],
    ['cannot see its values', { state: 'ours' }],
    ['sees only some of its values', { state: 'ours', values: { privilege: 'write' } }],
  ] as const)('does not wait if the account %s', async (_what, seen) => {
    const { wait, observations } = changeOf('alter', 'present', [seen]);
    expect(await wait()).toBeUndefined();
    expect(observations()).toBe(1);
  });

  it('fails if the values stay as they were', async () => {
    const { wait } = changeOf('alter', 'present', [old]);
    expect(await wait()).toEqual({
      outcome: 'unknown',
      failure: {
        class: 'timeout',
        message: 'The grant sales still has other values 60 s after the platform said that it was done.',
      },
    });
  });
});

it('waits after other calls only for the object itself', async () => {
  for (const [action, at] of [
    ['alter', 0],
    ['create', 1],
  ] as const) {
    const { wait, observations } = changeOf(action, 'present', [{ state: 'absent' }, old]);
    expect(await wait(at)).toBeUndefined();
    expect(observations()).toBe(2);
  }
});

it('names an object that is not gone', async () => {
  const { wait } = changeOf('drop', 'absent', [old]);
  expect(await wait()).toMatchObject({ failure: { message: expect.stringContaining('grant sales is still there') } });
});
