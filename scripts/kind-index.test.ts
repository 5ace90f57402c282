import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTIFICATION_KINDS } from '@portcullis/core';
import { expect, it } from 'vitest';
import { withKinds } from './kind-index.ts';

const page = readFileSync(join(import.meta.dirname, '../docs/reference/kinds.md'), 'utf8');

it('the page on kinds matches the catalogue: `pnpm docs:kinds` writes it', () => {
  expect(page).toBe(withKinds(page));
  for (const kind of NOTIFICATION_KINDS) expect(page).toContain(`\n| \`${kind}\` `);
});
