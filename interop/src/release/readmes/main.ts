/** `pnpm docs:readmes`: writes the generated sections of every plugin's README. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPluginFacts } from './plugin-facts.ts';
import { PLUGINS } from './plugins.ts';
import { withSections } from './with-sections.ts';

const root = join(import.meta.dirname, '../../../..');

for (const [folder, create] of Object.entries(PLUGINS)) {
  const path = join(root, 'plugins', folder, 'README.md');
  writeFileSync(path, withSections(readFileSync(path, 'utf8'), await readPluginFacts(create())));
}
