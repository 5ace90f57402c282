import { AssertionError } from 'node:assert/strict';

/**
 * Asserts that there are no faults. The message names the first ones, for reporters that print nothing else.
 *
 * @throws AssertionError
 */
export function assertNone(faults: Iterable<string>, message: string): void {
  const different = [...new Set(faults)];
  if (different.length === 0) return;
  const shown = different.slice(0, MAX_SHOWN).map((fault) => `\n- ${fault}`);
  const more = different.length > MAX_SHOWN ? `\n- and ${different.length - MAX_SHOWN} more` : '';
  throw new AssertionError({ message: `${message}${shown.join('')}${more}`, actual: different, expected: [] });
}

const MAX_SHOWN = 5;
