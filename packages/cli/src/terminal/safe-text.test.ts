import { expect, it } from 'vitest';
import { createStyle } from '../render/style.ts';
import { safeText } from './safe-text.ts';

const MEANINGS = ['success', 'error', 'warning', 'muted', 'heading'] as const;

it('keeps our own styles on a terminal with colours, and removes them on a terminal without', () => {
  const style = createStyle({ colours: true });
  const styled = MEANINGS.map((meaning) => style(meaning, meaning)).join(' ');
  expect(safeText(styled, true)).toBe(styled);
  expect(safeText(styled, false)).toBe(MEANINGS.join(' '));
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
