import { load } from 'js-yaml';
import type { CodeBlock } from './read-pages.ts';

/** Returns the problems of a block of JSON or YAML. */
export function checkData({ page, line, language, text }: CodeBlock): string[] {
  try {
    if (language === 'json') JSON.parse(text);
    else load(text);
    return [];
  } catch (error) {
    return [`${page}:${line}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
