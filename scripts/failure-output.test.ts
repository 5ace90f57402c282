import { describe, expect, it } from 'vitest';
import { failureOutput } from './failure-output.ts';

describe('the output of a failed command', () => {
  it('is empty for a command that succeeds', () => {
    expect(failureOutput('.', process.execPath, '--eval', '')).toEqual([]);
  });

  it('contains the command and its output', () => {
    const [command, printed] = failureOutput(
      '.',
      process.execPath,
      '--eval',
      "console.error('broken'); process.exit(1)",
    );
    expect(command).toContain('--eval');
    expect(printed?.trim()).toBe('broken');
  });

  it('names a missing command', () => {
    expect(failureOutput('.', 'no-such-command-of-ours', 'pack')).toEqual([
      expect.stringMatching(/^no-such-command-of-ours/),
    ]);
  });
});
