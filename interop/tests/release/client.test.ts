import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { GENERATED, generateClient } from '../../src/release/client/generate-client.ts';
import { wholeDocument } from '../../src/release/client/whole-document.ts';

const folder = await mkdtemp(join(tmpdir(), 'client-'));
afterAll(() => rm(folder, { recursive: true }));

async function filesOf(root: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = files.sort().map(async (file) => [file.slice(root.length), await readFile(file, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

it('the generated client matches the document: "pnpm --filter @portcullis/interop run client" changes nothing', async () => {
  const output = join(folder, 'generated');
  await generateClient(await wholeDocument(), output);
  const [anew, committed] = await Promise.all([filesOf(output), filesOf(GENERATED)]);
  expect(Object.keys(anew).length).toBeGreaterThan(10);
  expect(anew).toEqual(committed);
});
