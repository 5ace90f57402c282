import { expect, it } from 'vitest';
import { untilVisible } from './until-visible.ts';

class TooEarly extends Error {}
const isTooEarly = (error: unknown) => error instanceof TooEarly;

/** A change that is refused this many times. */
function refused(times: number, error: Error = new TooEarly('The role does not exist.')) {
  let attempts = 0;
  const change = async (): Promise<string> => {
    attempts += 1;
    if (attempts <= times) throw error;
    return 'done';
  };
  return { change, attempts: () => attempts };
}

const forever = new AbortController().signal;

it('repeats a change that is too early', async () => {
  const { change, attempts } = refused(1);
  expect(await untilVisible(change, { isTooEarly, signal: forever })).toBe('done');
  expect(attempts()).toBe(2);
});

it('does not repeat a change that fails for another reason', async () => {
  const { change, attempts } = refused(1, new Error('The role has no such privilege.'));
  await expect(untilVisible(change, { isTooEarly, signal: forever })).rejects.toThrow('no such privilege');
  expect(attempts()).toBe(1);
});

it('ends when the caller aborts', async () => {
  const caller = new AbortController();
  const { change, attempts } = refused(Number.POSITIVE_INFINITY);
  const ended = untilVisible(
    () => {
      caller.abort(new Error('The caller has aborted.'));
      return change();
    },
    { isTooEarly, signal: caller.signal },
  );
  await expect(ended).rejects.toMatchObject({ name: 'AbortError' });
  expect(attempts()).toBe(1);
});
