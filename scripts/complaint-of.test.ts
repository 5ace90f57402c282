import { describe, expect, it } from 'vitest';
import { complaintOf } from './complaint-of.ts';

describe('a complaint', () => {
  it('is empty for a command that succeeds', () => {
    expect(complaintOf('.', process.execPath, '--eval', '')).toEqual([]);
  });

  it('is the output of a command that fails', () => {
    const [command, printed] = complaintOf('.', process.execPath, '--eval', "console.error('broken'); process.exit(1)");
    expect(command).toContain('--eval');
    expect(printed?.trim()).toBe('broken');
  });

  it('names a missing command', () => {
    expect(complaintOf('.', 'no-such-command-of-ours', 'pack')).toEqual([
      expect.stringMatching(/^no-such-command-of-ours/),
    ]);
  });
});
