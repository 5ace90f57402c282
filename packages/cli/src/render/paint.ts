import { styleText } from 'node:util';
import type { Terminal } from '../terminal/terminal.ts';

/** The meaning of a colour. */
const STYLES = {
  good: 'green',
  bad: 'red',
  doubtful: 'yellow',
  quiet: 'dim',
  strong: 'bold',
} as const;

/** Colours a text if the terminal has colours. */
export type Paint = (meaning: keyof typeof STYLES, text: string) => string;

/** Creates the paint of a terminal. */
export function createPaint({ colours }: Pick<Terminal, 'colours'>): Paint {
  return (meaning, text) => (colours ? styleText(STYLES[meaning], text, { validateStream: false }) : text);
}
