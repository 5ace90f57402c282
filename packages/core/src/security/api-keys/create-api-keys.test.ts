import { createFakeClock, createFakeRandom, createRecordingLogger } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dumpStore } from '../../../tests/support/dump-store.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { overrideStore, type StoreOverrides } from '../../../tests/support/override-store.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { Notification, NotificationsService } from '../../delivery/publish/notifications-service.ts';
import { UNLIMITED } from '../../limits/tenant-limiter.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import type { RequestContext } from '../principals/principal.ts';
import { createApiKeys } from './create-api-keys.ts';
import { formatKey, hashKey, isWellFormedKey } from './key-format.ts';
import { createApiKeyLookUp } from './look-up-api-key.ts';

const admin: RequestContext = {
  principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN', 'AUDIT'], groups: ['g'] },
};
const user: RequestContext = { principal: { id: 2, name: 'Bob', permissions: ['AUDIT'], groups: [] } };
const MINUTE = 60_000;

async function setUp(overrides: StoreOverrides = {}) {
  const store = overrideStore(createMemoryStore(), overrides);
  await store.open();
  const clock = createFakeClock();
  const logger = createRecordingLogger();
  const published: Notification[] = [];
  const notifications = {
    kinds: () => [],
    async notify(notification: Notification) {
      published.push(notification);
      return { eventId: 1, deliveries: 0, repeated: false };
    },
  } as unknown as NotificationsService;
  return {
    store,
    clock,
    logger,
    published,
    keys: createApiKeys({
      limiter: UNLIMITED,
      tenant: DEFAULT_TENANT,
      store,
      lookUp: createApiKeyLookUp({ store: store.allTenants, clock, logger }),
      clock,
      random: createFakeRandom(),
      publishRevocation: (metadata, transaction) =>
        notifications.notify({ kind: 'apiKeyRevoked', metadata }, transaction),
    }),
  };
}

describe('API keys', () => {
  it('are shown once, stored as a hash, and return their principal', async () => {
    const { store, keys } = await setUp();
    const created = await keys.create(admin, { name: 'ci' });
    expect(created.key).toMatch(/^pck_[0-9A-Za-z]{49}$/);
    expect(created).toMatchObject({
      name: 'ci',
      prefix: created.key.slice(0, 10),
      principalId: 1,
      principalName: 'Ada',
    });
    expect(await dumpStore(store)).not.toContain(created.key.slice(12));
    expect(JSON.stringify(await keys.list(admin))).not.toContain(created.key.slice(12));
    expect(await keys.authenticate(created.key)).toEqual({ ...admin.principal, apiKey: { id: created.id } });
  });

  it('are refused when they are unknown, mistyped or of another kind', async () => {
    const { keys } = await setUp();
    const { key } = await keys.create(admin, { name: 'ci' });
    const wrong = [
      '',
      'x',
      key.slice(1),
      `${key} `,
      key.replace('pck', 'rem'),
      formatKey(new Uint8Array(32)),
      key.toLowerCase(),
    ];
    for (const each of wrong) expect(await keys.authenticate(each)).toBeUndefined();
  });

  it('are refused for good once they have expired or been revoked', async () => {
    const { keys, clock, published } = await setUp();
    const soon = await keys.create(admin, { name: 'soon', expiresAt: new Date(clock.now() + MINUTE).toISOString() });
    const revoked = await keys.create(user, { name: 'gone' });
    clock.advance(MINUTE - 1);
    expect(await keys.authenticate(soon.key)).toBeDefined();
    clock.advance(1);
    expect(await keys.authenticate(soon.key)).toBeUndefined();
    expect(await keys.revoke(admin, revoked.id)).toMatchObject({ revokedAt: expect.any(String) });
    expect(await keys.authenticate(revoked.key)).toBeUndefined();
    await keys.revoke(admin, revoked.id);
    expect(published).toEqual([
      {
        kind: 'apiKeyRevoked',
        metadata: { actionBy: 1, actionByName: 'Ada', targetUser: 2, targetUserName: 'Bob' },
      },
    ]);
  });

  it('have the time of their last use, accurate to a minute', async () => {
    const { keys, clock } = await setUp();
    const { key } = await keys.create(admin, { name: 'ci' });
    const lastUsed = async () => (await keys.list(admin))[0]?.lastUsedAt;
    expect(await lastUsed()).toBeUndefined();
    const first = new Date(clock.now()).toISOString();
    await keys.authenticate(key);
    clock.advance(MINUTE - 1);
    await keys.authenticate(key);
    expect(await lastUsed()).toBe(first);
    clock.advance(1);
    await keys.authenticate(key);
    expect(await lastUsed()).toBe(new Date(clock.now()).toISOString());
  });

  it('are valid although the time of their last use cannot be stored, which is logged once', async () => {
    const { keys, logger, clock } = await setUp({ update: () => Promise.reject(new Error('The disk is full.')) });
    const { key } = await keys.create(admin, { name: 'ci' });
    for (let minute = 0; minute < 3; minute += 1) {
      clock.advance(MINUTE);
      expect(await keys.authenticate(key)).toMatchObject({ id: 1 });
    }
    expect(logger.entries).toMatchObject([{ level: 'warn', details: { error: 'The disk is full.' } }]);
  });

  it('are seen and revoked by their owner and by administrators only', async () => {
    const { keys } = await setUp();
    const own = await keys.create(user, { name: 'own' });
    const other = await keys.create(admin, { name: 'other' });
    expect((await keys.list(user)).map(({ id }) => id)).toEqual([own.id]);
    expect((await keys.list(admin)).map(({ id }) => id)).toEqual([own.id, other.id]);
    expect(await refusalOf(keys.revoke(user, other.id))).toMatchObject({ code: 'API_KEY_NOT_FOUND', statusCode: 404 });
    expect(await refusalOf(keys.revoke(admin, 99))).toMatchObject({ statusCode: 404 });
  });

  it.each([
    ['for another principal', { name: 'x', principalId: 1 }],
    ['with more permissions', { name: 'x', permissions: ['APPLICATION_ADMIN'] }],
    ['under another name', { name: 'x', principalName: 'Ada' }],
  ])('are not made %s without being an administrator', async (_name, body) => {
    const { keys } = await setUp();
    expect(await refusalOf(keys.create(user, body))).toMatchObject({ code: 'PERMISSION_MISSING', statusCode: 403 });
    await keys.create(admin, body);
  });

  it('may have fewer permissions than their owner', async () => {
    const { keys } = await setUp();
    const { key } = await keys.create(user, { name: 'x', permissions: [] });
    expect(await keys.authenticate(key)).toMatchObject({ id: 2, permissions: [] });
  });

  it.each([
    [undefined],
    [{}],
    [{ name: ' ' }],
    [{ name: 'x\0' }],
    [{ name: 'x\ny' }],
    [{ name: 'x', principalName: 'y\0' }],
    [{ name: 'x', hash: 'y' }],
    [{ name: 'x', expiresAt: 'tomorrow' }],
    [{ name: 'x', expiresAt: '2020-01-01T00:00:00Z' }],
    [{ name: 'x', principalId: -1 }],
    [{ name: 'x', permissions: 'ALL' }],
  ])('refuse the body %j', async (body) => {
    const { keys } = await setUp();
    expect(await refusalOf(keys.create(admin, body))).toMatchObject({ code: 'BODY_INVALID', statusCode: 400 });
  });
});

describe('a key that issues keys', () => {
  const HOUR = 60 * MINUTE;

  /** A key and the context of its calls. */
  async function issued(
    { keys, clock }: Awaited<ReturnType<typeof setUp>>,
    permissions: readonly string[],
    more: { id?: number; endsIn?: number } = {},
  ) {
    const { id = 2, endsIn } = more;
    const principal = { id, name: 'Bob', permissions, groups: [] };
    const expiresAt = endsIn === undefined ? {} : { expiresAt: new Date(clock.now() + endsIn) };
    const view = await keys.issue({ name: `key of ${id}`, principal, ...expiresAt });
    const caller = await keys.authenticate(view.key);
    if (!caller) throw new Error('The key is not known.');
    return { ...view, context: { principal: caller } as RequestContext };
  }

  it('issues no key that outlives it: without an expiry it gets the same, and a later one is refused', async () => {
    const instance = await setUp();
    const { keys, clock } = instance;
    const parent = await issued(instance, [], { endsIn: HOUR });
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    expect(await keys.create(parent.context, { name: 'x' })).toMatchObject({
      expiresAt: parent.expiresAt,
      issuedBy: parent.id,
    });
    expect(await keys.create(parent.context, { name: 'x', expiresAt: at(MINUTE) })).toMatchObject({
      expiresAt: at(MINUTE),
    });
    const refusal = await refusalOf(keys.create(parent.context, { name: 'x', expiresAt: at(HOUR + 1) }));
    expect(refusal).toMatchObject({ code: 'BODY_INVALID', extras: { details: [{ path: 'expiresAt' }] } });
    expect(refusal.message).toContain(String(parent.expiresAt));
  });

  it('issues no key that outlives it through a chain, and none for another principal', async () => {
    const instance = await setUp();
    const { keys, clock } = instance;
    const parent = await issued(instance, ['APPLICATION_ADMIN'], { endsIn: HOUR });
    const child = await keys.create(parent.context, { name: 'child', principalId: 9 });
    const caller = (await keys.authenticate(child.key)) as RequestContext['principal'];
    const grandchild = await keys.create({ principal: caller }, { name: 'grandchild' });
    expect(grandchild.expiresAt).toBe(parent.expiresAt);
    clock.advance(HOUR);
    for (const { key } of [parent, child, grandchild]) expect(await keys.authenticate(key)).toBeUndefined();
  });

  it.each([
    [[], ['AUDIT']],
    [['AUDIT'], ['AUDIT', 'APPLICATION_ADMIN']],
    [['APPLICATION_ADMIN'], ['AUDIT']],
  ])('with %j issues none with %j', async (own, permissions) => {
    const instance = await setUp();
    const { context } = await issued(instance, own);
    expect(await refusalOf(instance.keys.create(context, { name: 'x', permissions }))).toMatchObject({
      code: 'PERMISSION_MISSING',
      statusCode: 403,
    });
    expect(await instance.keys.list(admin)).toHaveLength(1);
  });

  it('issues no key with permissions that the host added to its principal', async () => {
    const instance = await setUp();
    const { context } = await issued(instance, []);
    const widened = { principal: { ...context.principal, permissions: ['APPLICATION_ADMIN'] } };
    expect(await refusalOf(instance.keys.create(widened, { name: 'x' }))).toMatchObject({ code: 'PERMISSION_MISSING' });
  });

  it('revokes the keys that it issued, directly or indirectly, when it is revoked', async () => {
    const instance = await setUp();
    const { keys, published } = instance;
    const parent = await issued(instance, []);
    const child = await keys.create(parent.context, { name: 'child' });
    const caller = (await keys.authenticate(child.key)) as RequestContext['principal'];
    const grandchild = await keys.create({ principal: caller }, { name: 'grandchild' });
    const sibling = await issued(instance, []);
    expect(await keys.revoke(user, parent.id)).toMatchObject({ id: parent.id, alsoRevoked: [child.id, grandchild.id] });
    for (const { key } of [parent, child, grandchild]) expect(await keys.authenticate(key)).toBeUndefined();
    expect(await keys.authenticate(sibling.key)).toBeDefined();
    expect(published.map(({ kind }) => kind)).toEqual(['apiKeyRevoked', 'apiKeyRevoked', 'apiKeyRevoked']);
    expect(await refusalOf(keys.create({ principal: caller }, { name: 'x' }))).toMatchObject({
      code: 'API_KEY_INVALID',
    });
  });

  it('leaves the issued keys with keepIssued, and revokes them without it', async () => {
    const instance = await setUp();
    const { keys } = instance;
    const parent = await issued(instance, []);
    const child = await keys.create(parent.context, { name: 'child' });
    expect(await keys.revoke(user, parent.id, { keepIssued: true })).toMatchObject({ alsoRevoked: [] });
    expect(await keys.authenticate(parent.key)).toBeUndefined();
    expect(await keys.authenticate(child.key)).toBeDefined();
    expect(await keys.revoke(user, parent.id)).toMatchObject({ alsoRevoked: [child.id] });
    expect(await keys.authenticate(child.key)).toBeUndefined();
  });

  it('sees and revokes only keys of its principal whose permissions it has itself', async () => {
    const instance = await setUp();
    const { keys } = instance;
    const weak = await issued(instance, [], { endsIn: HOUR });
    const equal = await issued(instance, []);
    const strong = await issued(instance, ['APPLICATION_ADMIN']);
    const foreign = await issued(instance, [], { id: 3 });
    expect((await keys.list(weak.context)).map(({ id }) => id)).toEqual([weak.id, equal.id]);
    for (const { id } of [strong, foreign]) {
      expect(await refusalOf(keys.revoke(weak.context, id))).toMatchObject({ code: 'API_KEY_NOT_FOUND' });
    }
    expect(await keys.authenticate(strong.key)).toBeDefined();
    expect(await keys.revoke(weak.context, equal.id)).toMatchObject({ id: equal.id });
    expect((await keys.list(strong.context)).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect((await keys.list(user)).map(({ id }) => id)).toEqual([1, 2, 3]);
  });
});

describe('wrong keys', () => {
  it('are counted by their first characters and their source, and never lock out a valid key', async () => {
    const { keys, clock } = await setUp();
    const { key } = await keys.create(admin, { name: 'ci' });
    const alike = `${key.slice(0, 10)}${'0'.repeat(43)}`;
    const source = '192.0.2.7';
    for (let each = 0; each < 30; each += 1) expect(await keys.authenticate(alike, { source })).toBeUndefined();
    expect(await refusalOf(keys.authenticate(alike, { source }))).toMatchObject({
      code: 'RATE_LIMITED',
      extras: { retryAfterSeconds: 60 },
    });
    expect(await keys.authenticate(key, { source })).toBeDefined();
    expect(await keys.authenticate(alike, { source: '192.0.2.8' })).toBeUndefined();
    expect(await keys.authenticate(formatKey(new Uint8Array(32)), { source })).toBeUndefined();
    clock.advance(MINUTE);
    expect(await keys.authenticate(alike, { source })).toBeUndefined();
  });

  it('are counted together without a source', async () => {
    const { keys } = await setUp();
    const { key } = await keys.create(admin, { name: 'ci' });
    for (let each = 0; each < 30; each += 1) await keys.authenticate('wrong');
    expect(await refusalOf(keys.authenticate('wrong'))).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await keys.authenticate(key)).toBeDefined();
  });
});

describe('the format of keys', () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

  it('is well-formed for any bytes, and different for different ones', () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(isWellFormedKey(formatKey(a))).toBe(true);
        expect(formatKey(a) === formatKey(b)).toBe(Buffer.from(a).equals(Buffer.from(b)));
        expect(hashKey(formatKey(a))).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });

  it('detects a wrong character at any position, and another prefix', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 4, max: 52 }), (a, at) => {
        const key = formatKey(a);
        const typo = `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`;
        expect(isWellFormedKey(typo)).toBe(false);
        expect(isWellFormedKey(key, 'rem')).toBe(false);
        expect(isWellFormedKey(key.replace('pck', 'rem'), 'rem')).toBe(false);
      }),
    );
  });
});
