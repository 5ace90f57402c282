/** Prints whether undici is loaded after an instance with a webhook is open, and after its first delivery. */
import { registerHooks } from 'node:module';

let undiciIsLoaded = false;
registerHooks({
  load(url, context, nextLoad) {
    undiciIsLoaded ||= url.includes('/node_modules/undici/');
    return nextLoad(url, context);
  },
});

const core = await import('@portcullis/core');
const { createReceiver } = await import('@portcullis/testing');

const ADMIN = { id: 1, name: 'administrator', permissions: [core.APPLICATION_ADMIN], groups: [] };
await using receiver = await createReceiver();
await using portcullis = await core.createPortcullis({
  plugins: [],
  store: core.createMemoryStore(),
  secretKeys: core.createStaticSecretKeys({ current: 'a', keys: { a: new Uint8Array(32) } }),
  webhooks: { allow: [{ cidr: '127.0.0.1/32', port: receiver.port }] },
});
const webhook = {
  url: receiver.url,
  name: 'first',
  global: true,
  notificationType: ['apiKeyRevoked'],
  actionType: 'triggered',
};
await portcullis.webhooks.create({ principal: ADMIN }, { webhooks: [webhook] });
const before = undiciIsLoaded;
const key = await portcullis.apiKeys.issue({ name: 'first', principal: ADMIN });
await portcullis.apiKeys.revoke({ principal: ADMIN }, key.id);
await receiver.received(1);
console.log(JSON.stringify({ before, after: undiciIsLoaded }));
