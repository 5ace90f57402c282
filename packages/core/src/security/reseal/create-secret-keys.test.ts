import { setImmediate } from 'node:timers/promises';
import { createFakeClock, createFakeRandom } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { createStaticSecretKeys } from '../../adapters/static-secret-keys.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import { createSealedSecrets } from '../seal/sealed-secrets.ts';

const KEYS = { old: Buffer.alloc(32, 1), new: Buffer.alloc(32, 2), third: Buffer.alloc(32, 3) };
type KeyId = keyof typeof KEYS;
const keysOf = (current: KeyId, ...others: KeyId[]) =>
  createStaticSecretKeys({ current, keys: Object.fromEntries([current, ...others].map((id) => [id, KEYS[id]])) });

/** A store with an integration, a webhook and a kept response that the old key has sealed. */
async function sealedWithOld() {
  const store = createMemoryStore();
  const clock = createFakeClock();
  const instance = await createTestInstance({ store, clock, secretKeys: keysOf('old') });
  await createAndWait(instance);
  const element = { url: 'https://hooks.example.com/', name: 'w', global: false, notificationType: ['modelCreated'] };
  const body = { webhooks: [{ ...element, actionType: 'receive', secret: 'a-signing-secret' }] };
  await instance.portcullis.webhooks.create(ADMIN, body, { idempotencyKey: 'k' });
  const { platform, plugin } = instance;
  const next = (current: KeyId, ...others: KeyId[]) =>
    createTestInstance({ store, clock, platform, plugin, secretKeys: keysOf(current, ...others) });
  const keyIds = async () => [
    ...new Set([...(await store.find('secrets')), ...(await store.find('idempotencyKeys'))].map(({ keyId }) => keyId)),
  ];
  return { store, clock, next, keyIds, body };
}

describe('a new key for secrets', () => {
  it('reseals everything automatically and reports it, so that the old key can be removed', async () => {
    const { next, keyIds, body } = await sealedWithOld();
    expect(await keyIds()).toEqual(['old']);
    const instance = await next('new', 'old');
    for (let tick = 0; tick < 50 && (await keyIds()).includes('old'); tick += 1) await setImmediate();
    expect(await keyIds()).toEqual(['new']);
    expect(instance.events.find(({ name }) => name === 'secrets.resealed')?.event).toMatchObject({
      currentKeyId: 'new',
      resealed: expect.any(Number),
    });
    const { portcullis } = await next('new');
    expect(await portcullis.secretKeys.get(ADMIN)).toEqual({ currentKeyId: 'new', count: 3, old: [] });
    expect(await portcullis.integrations.validate(ADMIN, 1)).toMatchObject({ status: 'passed' });
    expect(await portcullis.webhooks.create(ADMIN, body, { idempotencyKey: 'k' })).toMatchObject({ replayed: true });
  });

  it('reseals on request, and returns the number of resealed secrets', async () => {
    const { next, store } = await sealedWithOld();
    const { portcullis } = await next('new', 'old');
    await setImmediate();
    await store.update('secrets', {}, { keyId: 'new' });
    const rows = await store.find('secrets');
    expect(rows.length).toBeGreaterThan(0);
    const response = await portcullis.secretKeys.reseal(ADMIN);
    expect(response).toMatchObject({ currentKeyId: 'new', old: [], resealed: expect.any(Number) });
    const user = { principal: { ...ADMIN.principal, permissions: [] } };
    expect(await refusalOf(portcullis.secretKeys.get(user))).toMatchObject({ code: 'PERMISSION_MISSING' });
    expect(await refusalOf(portcullis.secretKeys.reseal(user))).toMatchObject({ code: 'PERMISSION_MISSING' });
  });

  it('leaves secrets that an unknown key sealed, and names the missing key', async () => {
    const { next, keyIds, clock } = await sealedWithOld();
    const instance = await next('new');
    const { portcullis } = instance;
    const missing = { keyId: 'old', count: 3, problem: { code: 'SECRET_KEY_UNKNOWN' } };
    expect(await portcullis.secretKeys.get(ADMIN)).toMatchObject({ count: 0, old: [missing] });
    expect(await portcullis.secretKeys.reseal(ADMIN)).toMatchObject({ resealed: 0, old: [missing] });
    expect(await keyIds()).toEqual(['old']);
    const refused = await refusalOf(portcullis.integrations.validate(ADMIN, 1));
    expect(refused).toMatchObject({ code: 'SECRET_KEY_UNKNOWN', message: expect.stringContaining('"old"') });
    clock.advance(3_600_000);
    for (let tick = 0; tick < 50; tick += 1) await setImmediate();
    expect(instance.events.find(({ name }) => name === 'background.error')?.event).toMatchObject({
      task: 'reseal-secrets',
      message: expect.stringContaining('"old"'),
    });
    const repaired = await next('new', 'old');
    expect(await repaired.portcullis.secretKeys.reseal(ADMIN)).toMatchObject({ old: [] });
    expect(await repaired.portcullis.integrations.validate(ADMIN, 1)).toMatchObject({ status: 'passed' });
  });

  it('is not undone by a node that still runs with the old one', async () => {
    const { next, keyIds, clock } = await sealedWithOld();
    const older = await next('old', 'new');
    await next('new', 'old');
    for (let tick = 0; tick < 50 && (await keyIds()).includes('old'); tick += 1) await setImmediate();
    for (let hour = 0; hour < 3; hour += 1) {
      clock.advance(3_600_000);
      for (let tick = 0; tick < 20; tick += 1) await setImmediate();
    }
    expect(await keyIds()).toEqual(['new']);
    expect(await older.portcullis.integrations.validate(ADMIN, 1)).toMatchObject({ status: 'passed' });
  });
});

describe('many secrets of an older key', () => {
  const SLICE = 100;

  /** A store with so many secrets of the old key, and an instance with the new one that has not begun to reseal them. */
  async function storeWith(count: number) {
    const store = createMemoryStore();
    const clock = createFakeClock();
    const instance = await createTestInstance({ store, clock, secretKeys: keysOf('new', 'old') });
    for (let tick = 0; tick < 20; tick += 1) await setImmediate();
    const secrets = createSealedSecrets({
      tenant: DEFAULT_TENANT,
      store,
      clock,
      secretKeys: keysOf('old'),
      random: createFakeRandom(1),
    });
    for (let each = 0; each < count; each += 1) await secrets.put(store, 'webhook:1', `s${each}`, 'secret');
    return instance;
  }

  it('are counted down, slice by slice', async () => {
    const { portcullis, events } = await storeWith(2 * SLICE + 1);
    await portcullis.secretKeys.reseal(ADMIN);
    const resealed = events.filter(({ name }) => name === 'secrets.resealed').map(({ event }) => event);
    expect(resealed).toMatchObject([
      { resealed: SLICE, remaining: SLICE + 1 },
      { resealed: 2 * SLICE, remaining: 1 },
      { resealed: 2 * SLICE + 1, remaining: 0 },
    ]);
  });

  it('are all counted', async () => {
    const { portcullis } = await storeWith(1001);
    expect(await portcullis.secretKeys.get(ADMIN)).toMatchObject({ old: [{ keyId: 'old', count: 1001 }] });
  });
});
