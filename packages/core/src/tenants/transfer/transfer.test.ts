import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { createFakeClock, createFakeTransport, createSimulatedPlatform, SIMULATED_CONFIG } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  createTestInstance,
  type TestInstance,
  type TestInstanceOptions,
} from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { settled } from '../../../tests/support/settled.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { expireHeld } from '../../delivery/history/retention/expire-held.ts';
import {
  type AllTenantsStore,
  createMemoryStore,
  createStaticSecretKeys,
  type OperationResponse,
  type Portcullis,
  type Store,
  TABLES,
  type TableName,
} from '../../index.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const WEBHOOK = webhookBody({ secret: SECRET });
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;
/** More than a page. */
const EVENTS = 230;
const { publicKey, privateKey } = generateKeyPairSync('x25519');
const otherKeys = createStaticSecretKeys({ current: 'b', keys: { b: Buffer.alloc(32, 9) } });

/** Every row of a tenant, without the seals, which differ by instance. */
async function rowsOf(store: Store, tenant: string): Promise<Readonly<Record<string, readonly object[]>>> {
  const own = store.scoped(tenant);
  const tables: [string, readonly object[]][] = [];
  for (const table of Object.keys(TABLES) as TableName[]) {
    const rows: readonly object[] = await own.find(table);
    if (table === 'tenants' || table === 'leases' || rows.length === 0) continue;
    tables.push([table, rows.map((row) => ({ ...row, sealed: undefined, keyId: undefined }))]);
  }
  return Object.fromEntries(tables);
}

/** The same without the version of its subscriptions, which begins anew. */
async function movedRowsOf(store: Store, tenant: string) {
  const { meta: _version, ...rows } = await rowsOf(store, tenant);
  return rows;
}

async function fill({ portcullis }: TestInstance, id = 'acme'): Promise<{ readonly apiKey: string }> {
  await portcullis.tenants.create({ id, name: 'Acme' });
  const tenant = portcullis.tenant(id);
  const response = (await tenant.integrations.create(ADMIN, bodyOf())) as OperationResponse;
  await tenant.integrations.whenIdle(Number(response.id));
  await tenant.webhooks.create(
    ADMIN,
    { webhooks: [WEBHOOK, { ...WEBHOOK, url: 'https://hooks.example.com/two' }] },
    { idempotencyKey: 'once' },
  );
  await tenant.settings.update(ADMIN, { webhookDeadlineMs: 5000 });
  const { key } = await tenant.apiKeys.create(ADMIN, { name: 'CI' });
  for (let event = 0; event < EVENTS; event += 1)
    await tenant.notifications.notify({ ...tag, idempotencyKey: `${event}` });
  await settled();
  return { apiKey: key };
}

async function linesOf(portcullis: Portcullis, id = 'acme', options: { publicKey?: typeof publicKey } = { publicKey }) {
  return collect(await portcullis.tenants.export(id, options));
}

async function collect(lines: AsyncIterable<string>): Promise<string[]> {
  const collected: string[] = [];
  for await (const line of lines) collected.push(line);
  return collected;
}

/** An instance of another cell, with keys of its own. */
const target = (options: TestInstanceOptions = {}) =>
  createTestInstance({ store: createMemoryStore({ cell: 2 }), secretKeys: otherKeys, ...options });

async function start(options: TestInstanceOptions = {}) {
  const instance = await createTestInstance({ transport: createFakeTransport(() => 500), ...options });
  const { apiKey } = await fill(instance);
  await instance.portcullis.tenants.suspend('acme');
  return { ...instance, apiKey, lines: await linesOf(instance.portcullis) };
}

describe('a tenant that moves', () => {
  it('has the same rows and ids in another instance', async () => {
    const source = await start();
    const moved = await target();
    const result = await moved.portcullis.tenants.import(source.lines, { privateKey });
    expect(result).toMatchObject({ id: 'acme', secrets: true, exact: true, rows: { webhooks: 2 } });
    expect(result.rows.events).toBeGreaterThan(EVENTS);
    expect(await movedRowsOf(moved.store, 'acme')).toEqual(await movedRowsOf(source.store, 'acme'));
    const [before] = await source.store.scoped('acme').find('tenants');
    const [after] = await moved.store.scoped('acme').find('tenants');
    expect(after).toMatchObject({ name: 'Acme', markId: before?.markId, state: 'suspended' });
  });

  it('keeps its state: its keys open its secrets, and waiting deliveries are sent', async () => {
    const clock = createFakeClock();
    const platform = createSimulatedPlatform();
    const source = await start({ clock, platform });
    const transport = createFakeTransport();
    const moved = await target({ clock, platform, transport });
    await moved.portcullis.tenants.import(source.lines, { privateKey });
    expect(transport.requests).toEqual([]);
    await moved.portcullis.tenants.resume('acme');
    await settled();
    clock.advance(60_000);
    await settled();
    const sent = await moved.store.scoped('acme').count('deliveries', { status: 'succeeded' });
    expect(sent).toBeGreaterThan(0);
    expect(transport.requests[0]?.headers).toHaveProperty('webhook-signature');
    expect(await moved.portcullis.tenants.authenticate(source.apiKey)).toMatchObject({ tenant: 'acme' });
    const acme = moved.portcullis.tenant('acme');
    const [integration] = await moved.store.scoped('acme').find('integrations');
    const drift = await acme.integrations.drift(ADMIN, Number(integration?.id));
    expect(drift).toMatchObject({ status: 'clean' });
  });

  it('can be exported as chunks of bytes, and imported into the same database', async () => {
    const source = await start();
    const moved = await target();
    const bytes = Buffer.from(source.lines.join(''));
    const chunks = Array.from({ length: Math.ceil(bytes.length / 777) }, (_, at) =>
      bytes.subarray(at * 777, (at + 1) * 777),
    );
    await moved.portcullis.tenants.import(chunks, { privateKey });
    await source.portcullis.tenants.remove('acme', { leaveOnPlatforms: true });
    const back = generateKeyPairSync('x25519');
    const lines = await linesOf(moved.portcullis, 'acme', { publicKey: back.publicKey });
    const pem = back.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    await source.portcullis.tenants.import(lines, { privateKey: pem });
    expect(await movedRowsOf(source.store, 'acme')).toEqual(await movedRowsOf(moved.store, 'acme'));
    await source.portcullis.tenants.resume('acme');
    const { createdWebhooks } = await source.portcullis
      .tenant('acme')
      .webhooks.create(ADMIN, { webhooks: [{ ...WEBHOOK, url: 'https://hooks.example.com/three' }] });
    expect(createdWebhooks).toHaveLength(1);
  });
});

describe('an export', () => {
  it('has no secret in clear, and without a key none at all', async () => {
    const { portcullis, lines, store } = await start();
    expect(await store.scoped('acme').count('secrets', {})).toBe(3);
    expect(lines.join('')).not.toContain(SECRET.slice('whsec_'.length));
    expect(lines.join('')).not.toContain(SIMULATED_CONFIG.password);
    const without = await linesOf(portcullis, 'acme', {});
    expect(without.join('')).not.toMatch(/"table":"(secrets|idempotencyKeys)"/);
    const moved = await target();
    expect(await moved.portcullis.tenants.import(without)).toMatchObject({ secrets: false, exact: true });
    expect(await moved.store.scoped('acme').count('secrets', {})).toBe(0);
  });

  it('of an active tenant is marked as not exact', async () => {
    const { portcullis } = await start();
    await portcullis.tenants.resume('acme');
    const lines = await linesOf(portcullis);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ exact: false });
  });

  it('is marked as not exact if deliveries expired during it', async () => {
    const { portcullis, store } = await start();
    await portcullis.tenants.resume('acme');
    const { webhooks, notifications } = portcullis.tenant('acme');
    const [webhook] = await webhooks.list(ADMIN);
    await webhooks.update(ADMIN, Number(webhook?.id), { paused: true });
    await notifications.notify(tag);
    await portcullis.tenants.suspend('acme');
    const lines = await portcullis.tenants.export('acme', { publicKey });
    const days = { succeeded: 7, failed: 30 };
    let expired = 0;
    let last = '';
    for await (const line of lines) {
      if (expired === 0) {
        const rules = { now: Date.UTC(2030, 0, 1), daysOf: async () => days };
        const each = await expireHeld(store.allTenants, rules, new AbortController().signal);
        expired = each.reduce((sum, { count }) => sum + count, 0);
      }
      last = line;
    }
    expect(expired).toBeGreaterThan(0);
    expect(JSON.parse(last)).toMatchObject({ exact: false });
  });

  it('is marked as not exact if the tenant was active during it', async () => {
    const { portcullis } = await start();
    const lines = await portcullis.tenants.export('acme');
    await portcullis.tenants.resume('acme');
    await portcullis.tenants.suspend('acme');
    const last = (await collect(lines)).at(-1);
    expect(JSON.parse(last ?? '')).toMatchObject({ exact: false });
  });

  it('needs an existing tenant', async () => {
    const { portcullis, store } = await start();
    expect(await refusalOf(portcullis.tenants.export('unknown'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await refusalOf(portcullis.tenants.export('Acme'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
    expect(await refusalOf(portcullis.tenants.export(''))).toMatchObject({ code: 'TENANT_ID_INVALID' });
    expect(await refusalOf(portcullis.tenants.export('a\n'))).toMatchObject({ code: 'TENANT_ID_INVALID' });
    await store.allTenants.update('tenants', { tenant: 'acme' }, { state: 'removing' });
    expect(await refusalOf(portcullis.tenants.export('acme'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
  });

  it('is refused while an operation runs', async () => {
    const { portcullis, store } = await start();
    await store.scoped('acme').update('operations', {}, { status: 'running' });
    expect(await refusalOf(portcullis.tenants.export('acme'))).toMatchObject({ code: 'TENANT_IN_USE' });
  });

  it.each(['operations', 'integrations'])(
    'is refused if an operation begins after a row of %s was read',
    async (table) => {
      const { portcullis } = await createTestInstance();
      await portcullis.tenants.create({ id: 'acme' });
      const { integrations } = portcullis.tenant('acme');
      await integrations.create(ADMIN, bodyOf());
      await integrations.whenIdle(1);
      const reading = async (): Promise<void> => {
        for await (const line of await portcullis.tenants.export('acme')) {
          if (JSON.parse(line).table === table) await integrations.update(ADMIN, 1, bodyOf({ retentionDays: 7 }));
        }
      };
      expect(await refusalOf(reading())).toMatchObject({ code: 'TENANT_IN_USE' });
      await integrations.whenIdle(1);
    },
  );

  it.each([-3_600_000, 5000])(
    'waits until other nodes know of the suspension, even if the clock of the node that suspended it differs by %i ms',
    async (differenceMs) => {
      const clock = createFakeClock();
      const { portcullis } = await createTestInstance({
        clock,
        store: overrideStore(createMemoryStore(), { shared: true }),
      });
      await portcullis.tenants.create({ id: 'acme' });
      await portcullis.tenants.suspend('acme');
      clock.jump(differenceMs);
      let hasBegun = false;
      const exported = portcullis.tenants.export('acme').then(() => {
        hasBegun = true;
      });
      await settled();
      clock.advance(1999);
      await settled();
      expect(hasBegun).toBe(false);
      clock.advance(1);
      await exported;
    },
  );

  it('is refused while attempts of the suspended tenant end', async () => {
    const transport = createFakeTransport(() => new Promise(() => {}));
    const { portcullis } = await createTestInstance({ transport });
    await portcullis.tenants.create({ id: 'acme' });
    await portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    await portcullis.tenant('acme').notifications.notify(tag);
    await settled();
    await portcullis.tenants.suspend('acme');
    expect(await refusalOf(portcullis.tenants.export('acme'))).toMatchObject({ code: 'TENANT_IN_USE' });
  });

  it.each([
    ['text', 'no key'],
    ['a key of another kind', generateKeyPairSync('ed25519').publicKey],
    ['a private key', privateKey],
  ])('refuses %s as its key', async (_name, key) => {
    const { portcullis } = await start();
    expect(await refusalOf(portcullis.tenants.export('acme', { publicKey: key }))).toMatchObject({
      code: 'OPTIONS_INVALID',
    });
  });
});

describe('an import', () => {
  const changed = (line: string, change: (value: Record<string, object>) => object): string =>
    `${JSON.stringify(change(JSON.parse(line)))}\n`;

  const corruptions: readonly [string, string, (lines: string[]) => string[]][] = [
    ['an empty file', 'EXPORT_CORRUPTED', () => []],
    ['a file without its last line', 'EXPORT_CORRUPTED', (lines) => lines.slice(0, -1)],
    ['a file without a row', 'EXPORT_CORRUPTED', (lines) => lines.toSpliced(40, 1)],
    ['a file with a row twice', 'EXPORT_CORRUPTED', (lines) => lines.toSpliced(40, 0, lines[40] ?? '')],
    ['a file with a changed digit', 'EXPORT_CORRUPTED', (lines) => lines.with(40, lines[40]?.replace(/\d/, '9') ?? '')],
    ['a file that is cut in a line', 'EXPORT_CORRUPTED', (lines) => [lines.join('').slice(0, 9000)]],
    ['a file that goes on', 'EXPORT_CORRUPTED', (lines) => [...lines, '{}\n']],
    ['another file', 'EXPORT_CORRUPTED', () => ['{"name":"package"}\n']],
    ['a picture', 'EXPORT_CORRUPTED', () => ['\u0089PNG\r\n']],
    [
      'a later version of the format',
      'EXPORT_VERSION_UNKNOWN',
      (lines) =>
        lines.with(
          0,
          changed(lines[0] ?? '', (header) => ({ ...header, version: 2 })),
        ),
    ],
    [
      'an id with a control character',
      'TENANT_ID_INVALID',
      (lines) =>
        lines.with(
          0,
          changed(lines[0] ?? '', (header) => ({ ...header, tenant: { ...header.tenant, id: 'a\u0000' } })),
        ),
    ],
    [
      'an id of 129 characters',
      'TENANT_ID_INVALID',
      (lines) =>
        lines.with(
          0,
          changed(lines[0] ?? '', (header) => ({
            ...header,
            tenant: { ...header.tenant, id: 'a'.repeat(129) },
          })),
        ),
    ],
  ];

  it.each(corruptions)('refuses %s, and leaves nothing', async (_name, code, corrupt) => {
    const { lines } = await start();
    const { portcullis, store } = await target();
    const metaOf = () => store.allTenants.find('meta', { where: { name: { not: 'tenants-version' } } });
    const before = JSON.stringify(await metaOf());
    const file = Readable.from(corrupt(lines));
    expect(await refusalOf(portcullis.tenants.import(file, { privateKey }))).toMatchObject({ code });
    expect(file.destroyed).toBe(true);
    expect(await rowsOf(store, 'acme')).toEqual({});
    expect(await store.allTenants.find('tenants')).toEqual([]);
    expect(JSON.stringify(await metaOf())).toBe(before);
    expect(await portcullis.tenants.import(lines, { privateKey })).toMatchObject({ id: 'acme' });
  });

  it('refuses another private key, and none', async () => {
    const { lines } = await start();
    const { portcullis } = await target();
    const other = generateKeyPairSync('x25519').privateKey;
    const refused = { code: 'EXPORT_KEY_WRONG' };
    const file = Readable.from(lines);
    expect(await refusalOf(portcullis.tenants.import(file, { privateKey: other }))).toMatchObject(refused);
    expect(file.destroyed).toBe(true);
    expect(await refusalOf(portcullis.tenants.import(lines))).toMatchObject(refused);
    expect((await portcullis.tenants.list()).tenants).toEqual([]);
  });

  it('refuses an existing tenant in any state, and changes nothing of it', async () => {
    const { lines, portcullis, store } = await start();
    const before = JSON.stringify(await rowsOf(store, 'acme'));
    for (const state of ['active', 'suspended', 'removing']) {
      await store.allTenants.update('tenants', { tenant: 'acme' }, { state });
      expect(await refusalOf(portcullis.tenants.import(lines, { privateKey }))).toMatchObject({
        code: 'TENANT_EXISTS',
      });
    }
    expect(JSON.stringify(await rowsOf(store, 'acme'))).toBe(before);
  });

  it('refuses ids that are taken, and changes nothing of their owner', async () => {
    const { lines } = await start();
    const { portcullis, store } = await createTestInstance({ secretKeys: otherKeys });
    await portcullis.tenants.create({ id: 'bolt' });
    await portcullis.tenant('bolt').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    const before = JSON.stringify(await rowsOf(store, 'bolt'));
    const refusal = await refusalOf(portcullis.tenants.import(lines, { privateKey }));
    expect(refusal).toMatchObject({ code: 'IMPORT_CONFLICT' });
    expect(await rowsOf(store, 'acme')).toEqual({});
    expect(JSON.stringify(await rowsOf(store, 'bolt'))).toBe(before);
  });

  it('keeps ids exactly: similar ids are different tenants', async () => {
    const { lines } = await start();
    const { portcullis } = await target();
    for (const id of ['Acme', 'acme ', 'a\u0441me']) await portcullis.tenants.create({ id });
    await portcullis.tenants.import(lines, { privateKey });
    expect((await portcullis.tenants.list()).tenants.map(({ id }) => id)).toEqual([
      'Acme',
      'acme',
      'acme ',
      'a\u0441me',
    ]);
  });

  it('is unseen until its end', async () => {
    const { lines } = await start();
    const { portcullis, store } = await target({ tenants: { create: 'on-first-use' } });
    async function* watched() {
      for (const [index, line] of lines.entries()) {
        yield line;
        if (index !== lines.length - 2) continue;
        expect(await store.scoped('acme').count('events', {})).toBeGreaterThan(EVENTS);
        expect((await portcullis.tenants.list()).tenants).toEqual([]);
        const unknown = { code: 'TENANT_UNKNOWN' };
        expect(await refusalOf(portcullis.tenants.get('acme'))).toMatchObject(unknown);
        expect(await refusalOf(portcullis.tenants.suspend('acme'))).toMatchObject(unknown);
        expect(await refusalOf(portcullis.tenants.remove('acme'))).toMatchObject(unknown);
        expect(await refusalOf(portcullis.tenants.export('acme'))).toMatchObject(unknown);
        expect(await refusalOf(portcullis.tenant('acme').webhooks.list(ADMIN))).toMatchObject(unknown);
        expect(await refusalOf(portcullis.tenants.create({ id: 'acme' }))).toMatchObject({ code: 'TENANT_EXISTS' });
        const second = portcullis.tenants.import(lines, { privateKey });
        expect(await refusalOf(second)).toMatchObject({ code: 'TENANT_IN_USE' });
      }
    }
    await portcullis.tenants.import(watched(), { privateKey });
    expect(await portcullis.tenants.get('acme')).toMatchObject({ state: 'suspended' });
  });

  it('is not ended by another one that begins before its first row is on the disk', async () => {
    const { lines } = await start();
    const kept = createMemoryStore({ cell: 2 });
    const { promise: persisted, resolve: persist } = Promise.withResolvers<void>();
    const insertOwned: AllTenantsStore['insertOwned'] = async (table, rows) => {
      const added = await kept.allTenants.insertOwned(table, rows);
      if (table === 'tenants') await persisted;
      return added;
    };
    const { portcullis } = await target({ store: overrideStore(kept, { insertOwned }) });
    const first = portcullis.tenants.import(lines, { privateKey });
    await settled();
    const second = refusalOf(portcullis.tenants.import(lines, { privateKey }));
    await settled();
    persist();
    expect(await second).toMatchObject({ code: 'TENANT_IN_USE' });
    expect(await first).toMatchObject({ id: 'acme' });
  });

  it.each([1, 2, 4, 7])(
    'whose process dies before transaction %i leaves no rows after the next start',
    async (failing) => {
      const { lines } = await start();
      const kept = createMemoryStore({ cell: 2 });
      let left = Number.POSITIVE_INFINITY;
      const dead = () => Promise.reject(new Error('The process is dead.'));
      const transaction: AllTenantsStore['transaction'] = (work, options) => {
        left -= 1;
        return left <= 0 ? dead() : kept.allTenants.transaction(work, options);
      };
      const update: AllTenantsStore['update'] = (...input) => (left <= 0 ? dead() : kept.allTenants.update(...input));
      const { portcullis } = await target({ store: overrideStore(kept, { transaction, update }) });
      left = failing;
      await expect(portcullis.tenants.import(lines, { privateKey })).rejects.toThrow();
      expect(await kept.allTenants.find('tenants')).toMatchObject([{ tenant: 'acme', state: 'importing' }]);
      const next = await target({ store: kept });
      for (let turn = 0; turn < 10; turn += 1) await settled();
      expect(await kept.allTenants.find('tenants')).toEqual([]);
      expect(await rowsOf(kept, 'acme')).toEqual({});
      await next.portcullis.tenants.import(lines, { privateKey });
      expect(await next.portcullis.tenants.get('acme')).toMatchObject({ id: 'acme' });
    },
  );

  it('succeeds after a process died while it removed the rest of another import', async () => {
    const { lines } = await start();
    const kept = createMemoryStore({ cell: 2 });
    const { portcullis } = await target({ store: kept });
    await portcullis.tenants.import(lines, { privateKey });
    const removal = { orphaned: [], unseen: true };
    await kept.allTenants.update('tenants', { tenant: 'acme' }, { state: 'removing', removal });
    expect(await portcullis.tenants.import(lines, { privateKey })).toMatchObject({ id: 'acme' });
    expect(await portcullis.tenants.get('acme')).toMatchObject({ state: 'suspended' });
  });

  it('succeeds while another process begins to remove the rest of a dead import', async () => {
    const { lines } = await start();
    const kept = createMemoryStore({ cell: 2 });
    let isAhead = false;
    const update: AllTenantsStore['update'] = async (table, where, patch) => {
      if ('state' in patch && patch.state === 'removing' && !isAhead) {
        isAhead = true;
        await kept.allTenants.update(table, where, patch);
      }
      return kept.allTenants.update(table, where, patch);
    };
    const { portcullis } = await target({ store: overrideStore(kept, { update }) });
    await portcullis.tenants.import(lines, { privateKey });
    await kept.allTenants.update('tenants', { tenant: 'acme' }, { state: 'importing' });
    expect(await portcullis.tenants.import(lines, { privateKey })).toMatchObject({ id: 'acme' });
    expect(isAhead).toBe(true);
  });

  it('continues deliveries whose attempts were in progress at its export', async () => {
    const hanging = createFakeTransport(() => new Promise(() => {}));
    const source = await createTestInstance({ transport: hanging });
    await source.portcullis.tenants.create({ id: 'acme' });
    await source.portcullis.tenant('acme').webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
    for (let event = 0; event < 3; event += 1) await source.portcullis.tenant('acme').notifications.notify(tag);
    await settled();
    const lines = await linesOf(source.portcullis);
    const transport = createFakeTransport();
    const { portcullis, store } = await target({ transport });
    await portcullis.tenants.import(lines, { privateKey });
    expect(transport.requests).toEqual([]);
    await portcullis.tenants.resume('acme');
    await settled();
    const idsOf = ({ requests }: typeof transport) => requests.map(({ headers }) => headers['webhook-id']).toSorted();
    expect(idsOf(transport)).toHaveLength(3);
    expect(idsOf(transport)).toEqual(idsOf(hanging));
    const deliveries = await store.scoped('acme').find('deliveries');
    expect(deliveries).toMatchObject(Array(3).fill({ status: 'succeeded', attempts: 2 }));
    const attempts = await store.scoped('acme').find('attempts');
    expect(attempts.filter(({ errorCode }) => errorCode === 'INTERRUPTED')).toHaveLength(3);
  });

  it('succeeds if only the response to its last commit is lost', async () => {
    const { lines } = await start();
    const kept = createMemoryStore({ cell: 2 });
    let isLost = false;
    const transaction: AllTenantsStore['transaction'] = async (work, options) => {
      const result = await kept.allTenants.transaction(work, options);
      const [row] = await kept.allTenants.find('tenants', { where: { tenant: 'acme' } });
      if (row?.state !== 'suspended' || isLost) return result;
      isLost = true;
      throw new Error('The connection is gone.');
    };
    const { portcullis } = await target({ store: overrideStore(kept, { transaction }) });
    expect(await portcullis.tenants.import(lines, { privateKey })).toMatchObject({ id: 'acme' });
    expect(isLost).toBe(true);
    await portcullis.tenants.resume('acme');
    expect(await portcullis.tenants.get('acme')).toMatchObject({ state: 'active' });
  });

  it('writes few rows at once if they are large, since databases limit the length of a statement', async () => {
    const source = await createTestInstance();
    await source.portcullis.tenants.create({ id: 'acme' });
    for (let event = 0; event < 6; event += 1) await source.portcullis.tenant('acme').notifications.notify(tag);
    await source.store.scoped('acme').update('events', {}, { payload: Buffer.alloc(600_000, 'x') });
    const kept = createMemoryStore({ cell: 2 });
    const sizes: number[] = [];
    const transaction: AllTenantsStore['transaction'] = (work, options) =>
      kept.allTenants.transaction(
        (open) =>
          work({
            ...open,
            async restore(table, rows) {
              if (table === 'events') sizes.push(rows.length);
              await open.restore(table, rows);
            },
          }),
        options,
      );
    const { portcullis } = await target({ store: overrideStore(kept, { transaction }) });
    await portcullis.tenants.import(await linesOf(source.portcullis), { privateKey });
    expect(sizes).toEqual([2, 2, 2]);
  });

  it('replaces an import whose process died a minute ago on a shared store', async () => {
    const { lines } = await start();
    const clock = createFakeClock();
    const kept = createMemoryStore({ cell: 2 });
    const { portcullis } = await target({ clock, store: overrideStore(kept, { shared: true }) });
    const [header] = lines;
    const { tenant } = JSON.parse(header ?? '') as { tenant: { id: string; markId: string } };
    await kept.allTenants.insertOwned('tenants', [
      {
        tenant: tenant.id,
        state: 'importing',
        stateSince: clock.now(),
        markId: tenant.markId,
        limits: {},
        version: 77,
        createdAt: 1,
        updatedAt: clock.now(),
      },
    ]);
    const attempt = () => portcullis.tenants.import(lines, { privateKey });
    expect(await refusalOf(attempt())).toMatchObject({ code: 'TENANT_IN_USE' });
    clock.advance(60_000);
    expect(await attempt()).toMatchObject({ id: 'acme' });
  });
});
