import { createFakeClock, createFakeRandom } from '@portcullis/testing';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../adapters/static-secret-keys.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import { createSecretReader } from '../../security/seal/create-secret-reader.ts';
import { createSealedSecrets } from '../../security/seal/sealed-secrets.ts';
import { webhookSecretOwner } from '../../security/seal/secret-owners.ts';
import { SIGNING_SECRET } from './sign/signing-secret.ts';
import { createSigningKeys, SecretsNotRead } from './signing-keys.ts';

/** Keys of the webhooks of two tenants, each with its own secret, and a spy on the reads of the store. */
async function setUp() {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const secretKeys = createStaticSecretKeys({ current: '1', keys: { 1: new Uint8Array(32).fill(7) } });
  const tools = { clock, secretKeys, random: createFakeRandom() };
  for (const [tenant, ids] of Object.entries({ acme: [1, 2, 3], bolt: [4] })) {
    const scoped = store.scoped(tenant);
    const secrets = createSealedSecrets({ ...tools, tenant, store: scoped });
    for (const id of ids) await secrets.put(scoped, webhookSecretOwner(id), SIGNING_SECRET, `the secret of ${id}`);
  }
  const reads = vi.spyOn(store.allTenants, 'find');
  const keysOf = createSigningKeys(createSecretReader({ ...tools, store: store.allTenants }), clock);
  const keysOfWebhook = (tenant: string, id: number) =>
    keysOf({ tenant, id, version: 1 } as unknown as OwnedRow<'webhooks'>);
  const replaceSecret = (tenant: string, id: number) => {
    const scoped = store.scoped(tenant);
    const secrets = createSealedSecrets({ ...tools, tenant, store: scoped });
    return secrets.put(scoped, webhookSecretOwner(id), SIGNING_SECRET, 'the next secret');
  };
  return { store, clock, reads, replaceSecret, keysOfWebhook };
}

describe('the signing keys of a batch of deliveries', () => {
  it('of several tenants are read with one query', async () => {
    const { reads, keysOfWebhook } = await setUp();
    const keys = await Promise.all([
      keysOfWebhook('acme', 1),
      keysOfWebhook('bolt', 4),
      keysOfWebhook('acme', 2),
      keysOfWebhook('acme', 1),
    ]);
    expect(reads).toHaveBeenCalledTimes(1);
    expect(keys[3]).toBe(keys[0]);
    expect(new Set(keys.map(([key]) => key)).size).toBe(3);
  });

  it('are not read again for the next batch until they have been kept for ten seconds', async () => {
    const { clock, reads, keysOfWebhook } = await setUp();
    await Promise.all([keysOfWebhook('acme', 1), keysOfWebhook('acme', 2)]);
    await Promise.all([keysOfWebhook('acme', 1), keysOfWebhook('acme', 2)]);
    expect(reads).toHaveBeenCalledTimes(1);
    await clock.advance(10_000);
    await Promise.all([keysOfWebhook('acme', 1), keysOfWebhook('acme', 2)]);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('are read again before they expire, without a wait for the store', async () => {
    const { clock, reads, replaceSecret, keysOfWebhook } = await setUp();
    const first = await keysOfWebhook('acme', 1);
    await replaceSecret('acme', 1);
    await clock.advance(7499);
    expect(await keysOfWebhook('acme', 1)).toBe(first);
    expect(reads).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    const [next, again] = await Promise.all([keysOfWebhook('acme', 1), keysOfWebhook('acme', 1)]);
    expect(next).toBe(first);
    expect(again).toBe(first);
    expect(reads).toHaveBeenCalledTimes(1);
    await clock.advance(100);
    await vi.waitFor(async () => expect(await keysOfWebhook('acme', 1)).not.toBe(first));
    const [replaced] = await keysOfWebhook('acme', 1);
    expect(replaced?.hub.export()).not.toEqual(first[0]?.hub.export());
    expect(reads).toHaveBeenCalledTimes(2);
    await clock.advance(7400);
    await keysOfWebhook('acme', 1);
    await clock.advance(99);
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('of all webhooks in use are read again with one query', async () => {
    const { clock, reads, keysOfWebhook } = await setUp();
    const use = () => Promise.all([keysOfWebhook('acme', 1), keysOfWebhook('acme', 2), keysOfWebhook('bolt', 4)]);
    const first = await use();
    await clock.advance(7500);
    await use();
    await use();
    await clock.advance(100);
    await vi.waitFor(async () => {
      for (const [at, keys] of (await use()).entries()) expect(keys).not.toBe(first[at]);
    });
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('remain for ten seconds if the store is not available, and then are not used any more', async () => {
    const { clock, reads, keysOfWebhook } = await setUp();
    const first = await keysOfWebhook('acme', 1);
    reads.mockRejectedValue(new Error('The store is not available.'));
    await clock.advance(7500);
    expect(await keysOfWebhook('acme', 1)).toBe(first);
    await clock.advance(100);
    await vi.waitFor(() => expect(reads).toHaveBeenCalledTimes(2));
    await clock.advance(2399);
    expect(await keysOfWebhook('acme', 1)).toBe(first);
    expect(reads).toHaveBeenCalledTimes(2);
    await clock.advance(1);
    await expect(keysOfWebhook('acme', 1)).rejects.toThrow(SecretsNotRead);
    reads.mockRestore();
    const [restored] = await keysOfWebhook('acme', 1);
    expect(restored?.hub.export()).toEqual(first[0]?.hub.export());
  });

  it('are those of the other webhooks if a secret is corrupted', async () => {
    const { store, keysOfWebhook } = await setUp();
    await store.scoped('acme').update('secrets', { owner: webhookSecretOwner(2) }, { keyId: 'lost' });
    const [first, second, third] = await Promise.allSettled([1, 2, 3].map((id) => keysOfWebhook('acme', id)));
    expect(first).toMatchObject({ status: 'fulfilled', value: [expect.anything()] });
    expect(second).toMatchObject({ status: 'rejected' });
    expect(third).toMatchObject({ status: 'fulfilled', value: [expect.anything()] });
  });

  it('are empty for a webhook without a secret', async () => {
    const { keysOfWebhook } = await setUp();
    expect(await keysOfWebhook('acme', 9)).toEqual([]);
  });
});
