import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';
import type { Plugin } from '@portcullis/plugin-api';
import { createSqliteStore } from '@portcullis/store-sql/sqlite';
import { installedPlugins } from '../canary/installed-plugins.ts';
import type { OpenApiDocument } from './generate-client.ts';

/** The OpenAPI document that an instance with every plugin of the repository serves. */
export async function wholeDocument(): Promise<OpenApiDocument> {
  return documentOf(await installedPlugins());
}

/** The OpenAPI document that an instance with these plugins serves. */
export async function documentOf(plugins: readonly Plugin[]): Promise<OpenApiDocument> {
  const portcullis = await createPortcullis({
    plugins,
    store: createSqliteStore({ file: ':memory:' }),
    secretKeys: createStaticSecretKeys({ current: 'only', keys: { only: new Uint8Array(32) } }),
  });
  try {
    const handler = createHttpHandler(portcullis);
    const response = await handler(new Request('http://localhost/openapi.json'));
    return (await response.json()) as OpenApiDocument;
  } finally {
    await portcullis.close();
  }
}
