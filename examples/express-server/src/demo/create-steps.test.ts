import { describe, expect, it } from 'vitest';
import { createSteps } from './create-steps.ts';
import { expectEqual } from './expect.ts';

describe('a step', () => {
  it('returns its result and prints its success', async () => {
    const lines: string[] = [];
    const step = createSteps((line) => lines.push(line));
    expect(await step('Look', async () => 42)).toBe(42);
    expect(lines).toEqual(['', ' 1  Look', expect.stringMatching(/^ {4}ok, \d+ ms$/)]);
  });

  it('prints the failed step with the expected and actual result, and passes the error on', async () => {
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
