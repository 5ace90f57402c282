import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import { expect, it } from 'vitest';
import { installedPlugins } from '../../src/release/canary/installed-plugins.ts';

/** Every `pattern` of a document. */
function patternsOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'pattern' && typeof each === 'string' ? [each] : patternsOf(each),
  );
}

it('the OpenAPI document has only patterns for engines without Unicode classes, escapes and look-around', async () => {
  const portcullis = await createPortcullis({
    plugins: await installedPlugins(),
    store: createMemoryStore(),
    secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: Buffer.alloc(32, 7) } }),
  });
  const handler = createHttpHandler(portcullis);
  const response = await handler(new Request('http://127.0.0.1/openapi.json'));
  const patterns = patternsOf(await response.json());
  await portcullis.close();
  expect(patterns.length).toBeGreaterThan(10);
  expect(patterns.filter((pattern) => /\\[pPuUkK]|\(\?[=!<]/.test(pattern))).toEqual([]);
});
