import { randomBytes } from 'node:crypto';
import { APPLICATION_ADMIN, createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createSimulatedPlatform, simulatedPlugin } from '@portcullis/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpHandler } from '../src/create-http-handler.ts';
import type { HttpHandler } from '../src/http-handler.ts';

/** The largest error response, in bytes, for any input. */
const MAX_BYTES = 128 * 1024;

let portcullis: Awaited<ReturnType<typeof createPortcullis>>;
let handler: HttpHandler;
let key: string;

beforeAll(async () => {
  portcullis = await createPortcullis({
    plugins: [simulatedPlugin(createSimulatedPlatform())],
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: randomBytes(32) } }),
  });
  const principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
  key = (await portcullis.apiKeys.issue({ name: 'k', principal })).key;
  handler = createHttpHandler(portcullis);
});
afterAll(() => portcullis.close());

const many = (count: number, entry: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => entry(i)).join(',');
const LONG = 'x'.repeat(900_000);

describe('an error response is bounded for every request:', () => {
  it.each([
    ['a body of unknown fields', 'POST /integrations', `{${many(60_000, (i) => `"f${i}":1`)}}`],
    [
      'a config of unknown fields',
      'POST /integrations',
      `{"type":"Simulated","autoBootstrap":true,"config":{${many(60_000, (i) => `"f${i}":1`)}}}`,
    ],
    ['a field with a long name', 'POST /integrations', `{"${LONG}":1}`],
    [
      'a deep field with a long name',
      'POST /integrations',
      `{"type":"Simulated","autoBootstrap":true,"config":{"${LONG}":1}}`,
    ],
    ['a long type', 'POST /integrations', `{"type":"${LONG}","autoBootstrap":true,"config":{}}`],
    ['a key of unknown fields', 'POST /api-keys', `{"name":"x",${many(60_000, (i) => `"f${i}":1`)}}`],
    ['a key with wrong permissions', 'POST /api-keys', `{"name":"x","permissions":[${many(90_000, () => '1')}]}`],
    ['settings of unknown fields', 'PATCH /settings', `{${many(60_000, (i) => `"f${i}":1`)}}`],
    ['webhooks that are not objects', 'POST /webhooks', `{"webhooks":[${many(90_000, () => '{}')}]}`],
    [
      'webhooks of unknown fields',
      'POST /webhooks',
      `{"webhooks":[${many(100, (n) => `{${many(600, (i) => `"f${n}_${i}":1`)}}`)}]}`,
    ],
    [
      'a webhook of unknown kinds',
      'POST /webhooks',
      `{"webhooks":[{"name":"a","url":"https://example.com","global":true,"actionType":null,"notificationType":[${many(500, () => `"${'k'.repeat(1_800)}"`)}]}]}`,
    ],
    [
      'webhooks with long names',
      'POST /webhooks',
      `{"webhooks":[${many(100, () => `{"name":"${'n'.repeat(4_000)}","url":"${'u'.repeat(4_000)}"}`)}]}`,
    ],
    ['a duplicated long field', 'POST /integrations', `{"${LONG.slice(0, 400_000)}":1,"${LONG.slice(0, 400_000)}":2}`],
  ])('%s', async (_name, target, body) => {
    const [method = '', path = ''] = target.split(' ');
    const headers = { authorization: key, 'content-type': 'application/json' };
    const response = await handler(new Request(`http://127.0.0.1${path}`, { method, headers, body }));
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
    expect(JSON.parse(text).message.length).toBeLessThan(2_100);
  });

  it('a query of unknown parameters', async () => {
    const query = Array.from({ length: 5_000 }, (_, index) => `p${index}=1`).join('&');
    const response = await handler(
      new Request(`http://127.0.0.1/integrations?${query}`, { headers: { authorization: key } }),
    );
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(Buffer.byteLength(text)).toBeLessThan(MAX_BYTES);
  });
});
