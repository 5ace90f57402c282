/**
 * `pnpm docs:lifecycle`: draws the lifecycle of integrations, as its table has it, into docs/concepts/lifecycle.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLifecycle } from './lifecycle-diagram.ts';

const page = join(import.meta.dirname, '../docs/concepts/lifecycle.md');
writeFileSync(page, withLifecycle(readFileSync(page, 'utf8')));
