/**
 * `pnpm docs:lifecycle`: draws the lifecycle of integrations, as its table has it, into docs/lifecycle.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLifecycle } from './lifecycle-diagram.ts';

const page = join(import.meta.dirname, '../docs/lifecycle.md');
writeFileSync(page, withLifecycle(readFileSync(page, 'utf8')));
