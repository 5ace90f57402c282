import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from '@portcullis/core';
import { expect, it } from 'vitest';
import { withErrors } from './error-index.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/reference/errors.md'), 'utf8');

it('the error index matches the tables of codes: `pnpm docs:errors` writes it', () => {
  expect(page).toBe(withErrors(page));
  for (const code of Object.keys(ERROR_CODES)) expect(page).toContain(`\n### ${code}\n`);
});
