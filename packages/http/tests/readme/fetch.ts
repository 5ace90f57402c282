import { createMemoryStore, createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createHttpHandler } from '@portcullis/http';

const portcullis = await createPortcullis({
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { 1: crypto.getRandomValues(new Uint8Array(32)) } }),
});
const principal = { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] };
const { key } = await portcullis.apiKeys.issue({ name: 'first key', principal });

const handler = createHttpHandler(portcullis);
const request = new Request('http://localhost/integrations', { headers: { authorization: `Bearer ${key}` } });
const response = await handler(request);
console.log(response.status, await response.json());
// 200 []
