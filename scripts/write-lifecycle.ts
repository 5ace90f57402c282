/** `pnpm docs:lifecycle`: draws the lifecycle of integrations from its table into docs/concepts/lifecycle.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLifecycle } from './lifecycle-diagram.ts';

const page = join(import.meta.dirname, '../docs/concepts/lifecycle.md');
writeFileSync(page, withLifecycle(readFileSync(page, 'utf8')));
