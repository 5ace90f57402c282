import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createReceiver } from '@portcullis/testing';
import { expect, it, vi } from 'vitest';
import * as client from '../src/index.ts';
import { createWebhooks } from '../src/index.ts';
import { receive } from './readme/receive.ts';
import { startService } from './support/start-service.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const fileOf = (path: string) => readFileSync(join(root, path), 'utf8');

it('shows code blocks that are checked files', () => {
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)\n```/g)].map(([, block]) => `${block}\n`);
  expect(blocks).toEqual(['tests/readme/set-up.ts', 'tests/readme/receive.ts'].map(fileOf));
});

it('shows a receiver that accepts deliveries only', async () => {
  await using receiver = await createReceiver();
  await using service = await startService();
  const webhook = { name: 'a', url: receiver.url, secret: 's3cret', notificationType: ['tagCreated'], global: true };
  const webhooks = [{ ...webhook, actionType: 'triggered' as const }];
  await createWebhooks({ client: service.client, body: { webhooks } });
  await service.portcullis.notifications.notify({ kind: 'tagCreated', metadata: { tagName: 'T' } });
  const [delivery] = await receiver.received(1);
  const { headers = {}, body = Buffer.alloc(0) } = delivery ?? {};
  const request = () => new Request('http://receiver.test', { method: 'POST', headers, body: new Uint8Array(body) });
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.stubEnv('WEBHOOK_SECRET', 's3cret');
  expect((await receive(request())).status).toBe(204);
  expect(printed.mock.calls).toEqual([[new Headers(headers).get('webhook-id'), expect.stringContaining('T')]]);
  vi.stubEnv('WEBHOOK_SECRET', 'another');
  expect((await receive(request())).status).toBe(401);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('names every code of the package', () => {
  const own = Object.keys(client.CLIENT_ERROR_CODES);
  expect(own).toHaveLength(4);
  for (const code of own) expect(readme).toContain(`| \`${code}\``);
});

it('exports every operation of the document', () => {
  const generated = [...fileOf('src/generated/sdk.gen.ts').matchAll(/^export const (\w+)/gm)].map(([, name]) => name);
  expect(generated.length).toBeGreaterThan(40);
  expect(generated.filter((name) => !Object.hasOwn(client, name as string))).toEqual([]);
});
