import { styleText } from 'node:util';
import type { Terminal } from '../terminal/terminal.ts';

/** The terminal style of each meaning. */
const STYLES = {
  success: 'green',
  error: 'red',
  warning: 'yellow',
  muted: 'dim',
  heading: 'bold',
} as const;

/** Styles a text by its meaning if the terminal has colours. */
export type Style = (meaning: keyof typeof STYLES, text: string) => string;

/** Creates the function that styles texts for a terminal. */
export function createStyle({ colours }: Pick<Terminal, 'colours'>): Style {
  return (meaning, text) => (colours ? styleText(STYLES[meaning], text, { validateStream: false }) : text);
}
