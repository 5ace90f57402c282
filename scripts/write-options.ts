/** `pnpm docs:options`: writes every option with its default, and when to change it, into docs/reference/options.md. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsPage } from './option-pages/options-page.ts';

writeFileSync(join(import.meta.dirname, '../docs/reference/options.md'), optionsPage());
