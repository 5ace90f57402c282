/**
 * `pnpm docs:kinds`: writes the catalogue of notification kinds into docs/reference/kinds.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withKinds } from './kind-index.ts';

const page = join(import.meta.dirname, '../docs/reference/kinds.md');
writeFileSync(page, withKinds(readFileSync(page, 'utf8')));
