/** `pnpm docs:http`: writes the pages of the HTTP interface into docs/reference/http. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wholeDocument } from '../client/whole-document.ts';
import type { Document } from './document.ts';
import { httpPages } from './http-pages.ts';

const folder = join(import.meta.dirname, '../../../..', 'docs/reference/http');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [file, text] of Object.entries(httpPages((await wholeDocument()) as unknown as Document))) {
  writeFileSync(join(folder, file), text);
}
