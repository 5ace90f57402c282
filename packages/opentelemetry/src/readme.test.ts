import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { trace } from '@opentelemetry/api';
import { afterEach, expect, it, vi } from 'vitest';
import { TRACE_RULES } from './trace-rules.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

afterEach(() => trace.disable());

it('shows a runnable example with its output', async () => {
  const [, block] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(root, 'tests/readme-example.ts'), 'utf8').trimEnd());
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../tests/readme-example.ts');
  expect(printed.mock.calls).toEqual([[['GET /healthz']]]);
  // The example loads everything, which is slow on a busy machine.
});

it('names every histogram', () => {
  for (const { histogram } of Object.values(TRACE_RULES)) expect(readme).toContain(`\`${histogram}\``);
});
