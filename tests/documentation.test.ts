import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Counts the lines of a source file that are not blank: those with only a comment, and the others. */
function countLines(path: string): { readonly documentation: number; readonly code: number } {
  const text = readFileSync(join(root, path), 'utf8');
  const withoutComments = parseSync(path, text).comments.reduce(
    (rest, { start, end }) => rest.slice(0, start) + text.slice(start, end).replaceAll(/\S/g, ' ') + rest.slice(end),
    text,
  );
  const count = (content: string) => content.split('\n').filter((line) => line.trim() !== '').length;
  const code = count(withoutComments);
  return { documentation: count(text) - code, code };
}

describe('the plugin contract', () => {
  it('has documentation in at least 30 % of its lines', () => {
    const paths = globSync('packages/plugin-api/src/**/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('.test.ts'),
    );
    expect(paths.length).toBeGreaterThan(40);
    const counts = paths.map(countLines);
    const documentation = counts.reduce((sum, each) => sum + each.documentation, 0);
    const code = counts.reduce((sum, each) => sum + each.code, 0);
    expect(documentation / (documentation + code)).toBeGreaterThanOrEqual(0.3);
  });
});
