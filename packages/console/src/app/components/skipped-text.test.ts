import { expect, it } from 'vitest';
import { skippedText } from './skipped-text.ts';

const skipped = (...reasons: string[]) => reasons.map((skipReason) => ({ skipReason }));

it('states why tests were skipped, with the most frequent reason first', () => {
  const manual = 'This is checked for manual set-up only.';
  expect(skippedText(skipped(manual, '“Connects” did not pass.', manual))).toBe(
    '3 skipped: 2: This is checked for manual set-up only; 1: “Connects” did not pass.',
  );
});

it('has no numbers if there is one reason', () => {
  expect(skippedText(skipped('It is off.', 'It is off.'))).toBe('2 skipped: It is off.');
});
