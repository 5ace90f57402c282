/** `pnpm docs:platforms`: writes the table of features and evidence into docs/platforms.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withFeatureTable } from './feature-table.ts';

const path = join(import.meta.dirname, '../../../../docs/platforms.md');
writeFileSync(path, withFeatureTable(readFileSync(path, 'utf8')));
