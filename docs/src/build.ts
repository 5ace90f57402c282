/** `pnpm docs`: writes the API reference, then builds the site into docs/.vitepress/dist. */
import { join } from 'node:path';
import { build } from 'vitepress';
import { writeReference } from './reference/write-reference.ts';

const docs = join(import.meta.dirname, '..');

await writeReference();
await build(docs);
console.log(
  `The site is in ${join(docs, '.vitepress/dist')}: serve it with "npx pnpm@12 --filter @portcullis/docs run preview".`,
);
