import { createFakeClock, createFakeTransport } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { settled } from '../../../tests/support/settled.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createMemoryStore, type OperationResponse, type SecretKeys } from '../../index.ts';

const WEBHOOK = webhookBody({ actionType: null, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

/** Keys in memory: one for the instance, one for each tenant, and new ones at will. */
function createTenantKeys() {
  const keys = new Map<string, Uint8Array>([['instance', Buffer.alloc(32, 1)]]);
  const current = new Map<string, string>();
  /** The tenants whose current key the service does not name. */
  const silent = new Set<string>();
  const addKey = (tenant: string, id: string): void => {
    keys.set(id, Buffer.alloc(32, keys.size + 1));
    current.set(tenant, id);
  };
  const secretKeys: SecretKeys = {
    currentKeyId: 'instance',
    async key(id) {
      const key = keys.get(id);
      if (!key) throw new Error(`There is no key ${id}.`);
      return key;
    },
    async keyFor(tenant) {
      if (silent.has(tenant)) throw new Error('The key management service does not respond.');
      return current.get(tenant);
    },
  };
  return { secretKeys, addKey, deleteKey: (id: string) => keys.delete(id), silent };
}

async function start() {
  const tenantKeys = createTenantKeys();
  const transport = createFakeTransport();
  const store = createMemoryStore();
  const clock = createFakeClock();
  const instance = await createTestInstance({ store, clock, transport, secretKeys: tenantKeys.secretKeys });
  tenantKeys.addKey('acme', 'acme-1');
  tenantKeys.addKey('bolt', 'bolt-1');
  for (const id of ['acme', 'bolt', 'cubit']) {
    await instance.portcullis.tenants.create({ id });
    await instance.portcullis.tenant(id).webhooks.create(ADMIN, { webhooks: [WEBHOOK] }, { idempotencyKey: 'once' });
  }
  const keyIdsOf = async (tenant: string) => {
    const rows = [
      ...(await store.scoped(tenant).find('secrets')),
      ...(await store.scoped(tenant).find('idempotencyKeys')),
    ];
    return rows.map(({ keyId }) => keyId);
  };
  return { ...instance, ...tenantKeys, transport, keyIdsOf };
}

describe('a tenant with a key of its own', () => {
  it('has its secrets and responses sealed with it, and others with theirs', async () => {
    const { keyIdsOf } = await start();
    expect(await keyIdsOf('acme')).toEqual(['acme-1', 'acme-1']);
    expect(await keyIdsOf('bolt')).toEqual(['bolt-1', 'bolt-1']);
    expect(await keyIdsOf('cubit')).toEqual(['instance', 'instance']);
  });

  it('is resealed with its next key, and no other tenant is', async () => {
    const { portcullis, addKey, deleteKey, keyIdsOf, transport } = await start();
    addKey('acme', 'acme-2');
    addKey('bolt', 'bolt-2');
    expect(await portcullis.tenants.reseal('acme')).toEqual({ resealed: 2, old: [] });
    expect(await keyIdsOf('acme')).toEqual(['acme-2', 'acme-2']);
    expect(await keyIdsOf('bolt')).toEqual(['bolt-1', 'bolt-1']);
    deleteKey('acme-1');
    await portcullis.tenant('acme').notifications.notify(tag);
    await settled();
    expect(transport.requests[0]?.headers).toHaveProperty('webhook-signature');
    expect(await portcullis.secretKeys.get(ADMIN)).toMatchObject({ old: [{ keyId: 'bolt-1', count: 2 }] });
    expect(await portcullis.secretKeys.reseal(ADMIN)).toMatchObject({ resealed: 2, old: [] });
    expect(await keyIdsOf('bolt')).toEqual(['bolt-2', 'bolt-2']);
    expect(await keyIdsOf('cubit')).toEqual(['instance', 'instance']);
  });

  it('needs to exist to be resealed', async () => {
    const { portcullis } = await start();
    expect(await refusalOf(portcullis.tenants.reseal('unknown'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
  });
});

describe('a tenant whose key the host does not name', () => {
  it('holds up no resealing of others, and its key counts as one that is needed', async () => {
    const { portcullis, addKey, keyIdsOf, silent } = await start();
    silent.add('acme');
    addKey('bolt', 'bolt-2');
    const old = [{ keyId: 'acme-1', count: 2 }];
    expect((await portcullis.secretKeys.get(ADMIN)).old).toEqual([...old, { keyId: 'bolt-1', count: 2 }]);
    const problem = { code: 'SECRET_KEY_UNKNOWN', message: expect.stringContaining('"acme"') };
    expect(await portcullis.secretKeys.reseal(ADMIN)).toMatchObject({ resealed: 2, old: [{ ...old[0], problem }] });
    expect(await keyIdsOf('acme')).toEqual(['acme-1', 'acme-1']);
    expect(await keyIdsOf('bolt')).toEqual(['bolt-2', 'bolt-2']);
  });

  it('cannot store new secrets, and gets an error with a code', async () => {
    const { portcullis, silent } = await start();
    silent.add('acme');
    const create = portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    expect(await refusalOf(create)).toMatchObject({
      code: 'SECRET_KEY_UNKNOWN',
      extras: { details: { tenant: 'acme' } },
    });
  });
});

describe('a tenant whose key was destroyed', () => {
  it('cannot open its secrets any more, nor store a new one', async () => {
    const { portcullis, deleteKey } = await start();
    deleteKey('acme-1');
    const unknown = { code: 'SECRET_KEY_UNKNOWN', extras: { details: { keyId: 'acme-1' } } };
    const acme = portcullis.tenant('acme');
    const create = acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK] }, { idempotencyKey: 'twice' });
    expect(await refusalOf(create)).toMatchObject(unknown);
    expect(await portcullis.tenants.reseal('acme')).toEqual({ resealed: 0, old: [] });
  });

  it('holds up no delivery of others', async () => {
    const { portcullis, deleteKey, transport } = await start();
    deleteKey('acme-1');
    await portcullis.tenant('acme').notifications.notify(tag);
    await portcullis.tenant('bolt').notifications.notify(tag);
    await settled();
    expect(transport.requests).toHaveLength(1);
    expect(transport.requests[0]?.headers).toHaveProperty('webhook-signature');
  });

  it('is listed, read, changed, exported without secrets, and removed as before', async () => {
    const { portcullis, deleteKey, store } = await start();
    const acme = portcullis.tenant('acme');
    const response = (await acme.integrations.create(ADMIN, bodyOf())) as OperationResponse;
    await acme.integrations.whenIdle(Number(response.id));
    deleteKey('acme-1');
    const [webhook] = await acme.webhooks.list(ADMIN);
    expect(await acme.webhooks.get(ADMIN, Number(webhook?.id))).toMatchObject({ name: 'Audit' });
    await acme.webhooks.remove(ADMIN, Number(webhook?.id));
    expect(await acme.webhooks.list(ADMIN)).toEqual([]);
    expect(await acme.integrations.list(ADMIN)).toHaveLength(1);
    await portcullis.tenants.suspend('acme');
    let lines = 0;
    for await (const _line of await portcullis.tenants.export('acme')) lines += 1;
    expect(lines).toBeGreaterThan(5);
    const { orphaned, remaining } = await portcullis.tenants.remove('acme', { leaveOnPlatforms: true });
    expect(orphaned).toMatchObject([{ deleteScript: { script: expect.stringMatching(/drop/i) } }]);
    expect(new Set(Object.values(remaining))).toEqual(new Set([0]));
    expect(await store.scoped('acme').count('secrets', {})).toBe(0);
  });
});
