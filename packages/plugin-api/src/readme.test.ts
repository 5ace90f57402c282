import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

const root = join(import.meta.dirname, '..');

it('shows a runnable plugin with its output', async () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, block] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(root, 'tests/readme-example.ts'), 'utf8').trimEnd());

  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  const { lighthouse } = await import('../tests/readme-example.ts');
  expect(lighthouse.type).toBe('Lighthouse');
  expect(printed.mock.calls).toEqual([[block?.split('\n// ').at(-1)]]);
});
