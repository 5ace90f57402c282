import { describe, expect, it, vi } from 'vitest';
import { createTerminal } from './create-terminal.ts';

describe('a question', () => {
  it.each([
    ['y', true, false],
    ['n', false, false],
    ['\u0003', false, true],
  ])('is answered by the key %j', async (key, answer, isInterrupted) => {
    using _quiet = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const interruption = new AbortController();
    const answered = createTerminal(interruption).confirm('Change 2 of 2?');
    process.stdin.emit('keypress', key, { name: key === '\u0003' ? 'c' : key, ctrl: key === '\u0003', sequence: key });
    expect(await answered).toBe(answer);
    expect(interruption.signal.aborted).toBe(isInterrupted);
  });
});
