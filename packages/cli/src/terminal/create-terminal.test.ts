import { describe, expect, it, vi } from 'vitest';
import { createTerminal } from './create-terminal.ts';

describe('the output', () => {
  const write = (isTTY: boolean) => {
    const written: string[] = [];
    using _tty = replaced(process.stderr, 'isTTY', isTTY);
    using _colours = replaced(process.stderr, 'hasColors', () => true);
    using _write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    createTerminal(new AbortController()).note('\u001B[31mfailed\u001B[39m: a\u001B[2Ab\n');
    return written;
  };

  it('has our own colours on a terminal, but no control sequences of a message', () => {
    expect(write(true)).toEqual(['\u001B[31mfailed\u001B[39m: a\u{FFFD}[2Ab\n']);
  });

  it('has no colours in a file', () => {
    expect(write(false)).toEqual(['failed: a\u{FFFD}[2Ab\n']);
  });

  it.each([
    ['stdout', true],
    ['stderr', false],
  ] as const)('may be closed by the reader of %s', (name, isOutput) => {
    const { outputClosed } = createTerminal(new AbortController());
    process[name].emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    expect(outputClosed.aborted).toBe(isOutput);
  });
});

/** Replaces a property of a stream until disposal. */
function replaced(stream: object, name: string, value: unknown): Disposable {
  const before = Object.getOwnPropertyDescriptor(stream, name);
  Object.defineProperty(stream, name, { value, configurable: true, writable: true });
  return {
    [Symbol.dispose]() {
      if (before) Object.defineProperty(stream, name, before);
      else Reflect.deleteProperty(stream, name);
    },
  };
}

describe('a question', () => {
  it.each([
    ['y', true, false],
    ['n', false, false],
    ['\u0003', false, true],
  ])('is answered by the key %j', async (key, answer, isInterrupted) => {
    using _quiet = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const interruption = new AbortController();
    const answered = createTerminal(interruption).confirm('Apply 2 of 2 files?');
    process.stdin.emit('keypress', key, { name: key === '\u0003' ? 'c' : key, ctrl: key === '\u0003', sequence: key });
    expect(await answered).toBe(answer);
    expect(interruption.signal.aborted).toBe(isInterrupted);
  });
});
