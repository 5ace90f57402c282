import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as network from '@portcullis/plugin-network';
import { createReceiver } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { listLamps } from './readme/call-lighthouse.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

it('shows code that runs', async () => {
  const [, block] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/call-lighthouse.ts'), 'utf8').trimEnd());
  let calls = 0;
  await using server = await createReceiver((_request, response) => {
    calls += 1;
    response.writeHead(calls === 1 ? 503 : 200).end('["north"]');
  });
  expect(await listLamps(server.url, 'token', new AbortController().signal)).toEqual(['north']);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token', 'Bearer token']);
});

it('names everything that can be imported', () => {
  for (const name of Object.keys(network)) expect(readme).toContain(`| \`${name}\``);
});
