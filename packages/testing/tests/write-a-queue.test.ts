import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import './write-a-queue/conformance.ts';

it.each(['file-engine', 'conformance'])('docs/write-a-queue.md shows %s.ts exactly as this test runs it', (name) => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/write-a-queue.md'), 'utf8');
  const [, block] = new RegExp(`<!-- ${name} -->\n\`\`\`ts\n([\\s\\S]*?)\n\`\`\``).exec(page) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, `write-a-queue/${name}.ts`), 'utf8').trimEnd());
});
