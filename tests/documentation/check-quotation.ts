import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeBlock } from './read-pages.ts';

const root = join(import.meta.dirname, '../..');

/** Formatters may indent a quotation differently from its source. */
const flush = (text: string): string => text.trim().replaceAll(/^ +/gm, '');

/**
 * Returns the problems of a block that quotes a part of a file (`<!-- from: path -->`). The file itself is compiled and
 * tested.
 */
export function checkQuotation({ page, line, text, mark }: CodeBlock): string[] {
  const path = join(root, mark.text);
  if (!existsSync(path)) return [`${page}:${line}: ${mark.text} does not exist.`];
  return flush(readFileSync(path, 'utf8')).includes(flush(text))
    ? []
    : [`${page}:${line}: ${mark.text} does not contain this text.`];
}
