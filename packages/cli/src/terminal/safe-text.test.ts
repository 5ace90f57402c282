import { expect, it } from 'vitest';
import { createPaint } from '../render/paint.ts';
import { safeText } from './safe-text.ts';

const ALL = ['good', 'bad', 'doubtful', 'quiet', 'strong'] as const;

it('keeps the styles of paint for a terminal with colours, and removes them for another', () => {
  const paint = createPaint({ colours: true });
  const painted = ALL.map((meaning) => paint(meaning, meaning)).join(' ');
  expect(safeText(painted, true)).toBe(painted);
  expect(safeText(painted, false)).toBe(ALL.join(' '));
});

it('keeps line breaks and tabs', () => {
  expect(safeText('a\n\tb\r\nc', true)).toBe('a\n\tb\nc');
});

it.each([
  ['moves the cursor', '\u001B[2A'],
  ['hides text', '\u001B[8m'],
  ['sets the title of the window', '\u001B]0;title\u0007'],
  ['writes to the clipboard', '\u001B]52;c;cm0=\u0007'],
  ['is a control of eight bits', '\u009B2J'],
  ['returns to the start of the line', '\rDROP'],
  ['reverses the text', '\u202eDROP\u2069'],
])('replaces a sequence that %s', (_what, sequence) => {
  expect(safeText(`name${sequence}`, true)).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
});
