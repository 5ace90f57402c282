import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import './write-a-store/conformance.ts';

it.each(['file-store', 'conformance'])('docs/write-a-store.md shows %s.ts exactly as this test runs it', (name) => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/write-a-store.md'), 'utf8');
  const [, block] = new RegExp(`<!-- ${name} -->\n\`\`\`ts\n([\\s\\S]*?)\n\`\`\``).exec(page) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, `write-a-store/${name}.ts`), 'utf8').trimEnd());
});
