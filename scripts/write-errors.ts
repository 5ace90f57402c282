/** `pnpm docs:errors`: writes the tables of error codes, with cause and remedy, into docs/reference/errors.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withErrors } from './error-index.ts';

const page = join(import.meta.dirname, '../docs/reference/errors.md');
writeFileSync(page, withErrors(readFileSync(page, 'utf8')));
