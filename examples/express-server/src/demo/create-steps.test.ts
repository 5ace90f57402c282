import { describe, expect, it } from 'vitest';
import { createSteps } from './create-steps.ts';
import { expectEqual } from './expect.ts';

describe('a step', () => {
  it('hands on what it found and says that it went well', async () => {
    const lines: string[] = [];
    const step = createSteps((line) => lines.push(line));
    expect(await step('Look', async () => 42)).toBe(42);
    expect(lines).toEqual(['', ' 1  Look', expect.stringMatching(/^ {4}ok, \d+ ms$/)]);
  });

  it('says which step failed, what was expected and what came, and passes the failure on', async () => {
    const lines: string[] = [];
    const step = createSteps((line) => lines.push(line));
    await step('Look', async () => {});
    const failing = step('Compare', async () => expectEqual('The status is right', 'createError', 'enabled'));
    await expect(failing).rejects.toThrow('The status is right');
    expect(lines.slice(-4)).toEqual([
      '    FAILED in step 2, "Compare"',
      '    The status is right',
      '    expected  enabled',
      '    got       createError',
    ]);
  });
});
