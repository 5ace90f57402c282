/** Writes the built site and its reader into `dist`, next to the built package. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { buildSite } from './build-site.ts';

const output = join(import.meta.dirname, '../../dist');

for (const [path, content] of await buildSite()) {
  const file = join(output, 'web', path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
await using reader = await rolldown({ input: join(import.meta.dirname, 'read-site.ts'), platform: 'node' });
await reader.write({ file: join(output, 'site.js'), format: 'esm' });
