import { describe, expect, it } from 'vitest';
import { complaintOf } from './complaint-of.ts';

describe('a complaint', () => {
  it('is none of a command that succeeds', () => {
    expect(complaintOf('.', process.execPath, '--eval', '')).toEqual([]);
  });

  it('is what a command prints that fails', () => {
    const [command, printed] = complaintOf('.', process.execPath, '--eval', "console.error('broken'); process.exit(1)");
    expect(command).toContain('--eval');
    expect(printed?.trim()).toBe('broken');
  });

  it('names a command that is not there', () => {
    expect(complaintOf('.', 'no-such-command-of-ours', 'pack')).toEqual([
      expect.stringMatching(/^no-such-command-of-ours/),
    ]);
  });
});
