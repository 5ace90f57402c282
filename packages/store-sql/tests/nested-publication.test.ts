import { createPortcullis, createStaticSecretKeys } from '@portcullis/core';
import { createFakeTransport } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { createSqliteStore } from '../src/sqlite.ts';

const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

it('a publication that ignores the open transaction is refused, and a concurrent one of another caller is not', async () => {
  const store = createSqliteStore({ file: ':memory:' });
  await using portcullis = await createPortcullis({
    plugins: [],
    store,
    secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': Buffer.alloc(32, 7) } }),
    transport: createFakeTransport(() => 200),
  });
  for (const id of ['acme', 'bolt']) await portcullis.tenants.create({ id });
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const nested = store.transaction(async () => {
    begin();
    await begun;
    return portcullis.tenant('acme').notifications.notify(tag);
  });
  await begun;
  const other = portcullis.tenant('bolt').notifications.notify(tag);
  await expect(nested).rejects.toMatchObject({ code: 'STORE_TRANSACTION_NESTED' });
  expect(await other).toMatchObject({ deliveries: 0, repeated: false });
});
