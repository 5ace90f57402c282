import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from 'markdown-table';
import { expect, it } from 'vitest';
import { RUNTIMES } from '../interop/src/runtimes/install-runtimes.ts';
import { RUNTIME_PARTS, type RuntimeResult } from '../interop/src/runtimes/runtime-parts.ts';

const cellOf = (result: RuntimeResult) => (result === 'works' ? 'yes' : `no: ${result.reason}`);

it('the guide for Bun and Deno has the table that the suite checks', () => {
  const guide = readFileSync(join(import.meta.dirname, '../docs/guide/bun-and-deno.md'), 'utf8');
  const rows = Object.values(RUNTIME_PARTS).map(({ name, bun, deno }) => [name, cellOf(bun), cellOf(deno)]);
  expect(guide).toContain(markdownTable([['part', `Bun ${RUNTIMES.bun}`, `Deno ${RUNTIMES.deno}`], ...rows]));
});
