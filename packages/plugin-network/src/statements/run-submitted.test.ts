import { describe, expect, it } from 'vitest';
import { runSubmitted, type SubmittedStatement } from './run-submitted.ts';

type Reply = { readonly running: boolean } | Error;

/** A statement with these responses, the first to its submission; the last one is repeated. */
function statement(replies: readonly Reply[], changes: Partial<SubmittedStatement<{ running: boolean }>> = {}) {
  const calls: string[] = [];
  let count = 0;
  const next = async (call: string) => {
    calls.push(call);
    const reply = replies[Math.min(count, replies.length - 1)];
    count += 1;
    if (reply instanceof Error || reply === undefined) throw reply;
    return reply;
  };
  const given: SubmittedStatement<{ running: boolean }> = {
    submit: () => next('submit'),
    isRunning: ({ running }) => running,
    read: () => next('read'),
    cancel: async () => void calls.push('cancel'),
    classify: () => undefined,
    ...changes,
  };
  return { given, calls };
}

const forever = new AbortController().signal;
const RUNNING = { running: true };
const DONE = { running: false };

describe('a submitted statement', () => {
  it('is read until its outcome is known', async () => {
    const { given, calls } = statement([RUNNING, RUNNING, DONE]);
    expect(await runSubmitted(given, forever)).toBe(DONE);
    expect(calls).toEqual(['submit', 'read', 'read']);
  });

  it('fails with its own error if the response has it', async () => {
    const failure = new Error('The statement failed.');
    const { given, calls } = statement([RUNNING, failure], { isOutcome: (error) => error === failure });
    await expect(runSubmitted(given, forever)).rejects.toBe(failure);
    expect(calls).toEqual(['submit', 'read']);
  });

  it('is cancelled if its outcome cannot be read, which is then unknown', async () => {
    const { given, calls } = statement([RUNNING, new Error('The connection is lost.')]);
    await expect(runSubmitted(given, forever)).rejects.toMatchObject({
      failureClass: 'network',
      message: expect.stringContaining('outcome of the statement is unknown'),
    });
    expect(calls).toEqual(['submit', 'read', 'cancel']);
  });

  it('is cancelled if its caller aborts, also if the cancellation fails', async () => {
    const caller = new AbortController();
    const { given, calls } = statement([RUNNING, RUNNING], {
      cancel: async () => {
        calls.push('cancel');
        throw new Error('refused');
      },
    });
    const running = runSubmitted(given, caller.signal);
    caller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
    expect(calls.at(-1)).toBe('cancel');
  });

  it('fails in the same way on a platform that cannot cancel', async () => {
    const { given, calls } = statement([RUNNING, new Error('The connection is lost.')]);
    const { cancel: _cancel, ...uncancellable } = given;
    await expect(runSubmitted(uncancellable, forever)).rejects.toMatchObject({ failureClass: 'network' });
    expect(calls).toEqual(['submit', 'read']);
  });

  it('is cancelled if its id arrives after its caller has aborted', async () => {
    const caller = new AbortController();
    const { given, calls } = statement([RUNNING]);
    const submit = async (signal: AbortSignal) => {
      caller.abort(new Error('enough'));
      expect(signal.aborted).toBe(false);
      return given.submit(signal);
    };
    await expect(runSubmitted({ ...given, submit }, caller.signal)).rejects.toThrow('enough');
    expect(calls).toEqual(['submit', 'cancel']);
  });

  it('is not submitted by a caller that has aborted', async () => {
    const { given, calls } = statement([DONE]);
    await expect(runSubmitted(given, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    expect(calls).toEqual([]);
  });
});
