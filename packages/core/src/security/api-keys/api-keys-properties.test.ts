import { createFakeClock, createFakeRandom } from '@portcullis/testing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { SILENT_LOGGER } from '../../adapters/silent-logger.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { UNLIMITED } from '../../limits/tenant-limiter.ts';
import { DEFAULT_TENANT } from '../../ports/store/store.ts';
import type { Principal } from '../principals/principal.ts';
import type { ApiKeyCreatedView } from './api-keys-service.ts';
import { createApiKeys } from './create-api-keys.ts';
import { createApiKeyLookUp } from './look-up-api-key.ts';

const MINUTE = 60_000;
const ADMIN = 'APPLICATION_ADMIN';

/** A call, with its keys as positions in the list of all keys that were made, which begins anew at its end. */
type Call =
  | { readonly do: 'sign-in'; readonly id: number; readonly permissions: string[]; readonly minutes: number | null }
  | {
      readonly do: 'create';
      readonly by: number;
      readonly forId: number | null;
      readonly permissions: string[] | null;
      readonly minutes: number | null;
    }
  | { readonly do: 'revoke'; readonly by: number; readonly key: number; readonly keepIssued: boolean }
  | { readonly do: 'wait'; readonly minutes: number };

const permissions = fc.uniqueArray(fc.constantFrom(ADMIN, 'AUDIT', 'USER_ADMIN'), { maxLength: 3 });
const minutes = fc.option(fc.integer({ min: 1, max: 90 }), { freq: 2 });
const position = fc.nat({ max: 11 });
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({ do: fc.constant('sign-in' as const), id: fc.integer({ min: 1, max: 2 }), permissions, minutes }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      by: position,
      forId: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 2 }),
      permissions: fc.option(permissions, { freq: 2 }),
      minutes,
    }),
  },
  fc.record({ do: fc.constant('revoke' as const), by: position, key: position, keepIssued: fc.boolean() }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 45 }) }),
);

/** A key as the rules alone describe it. */
interface Expected extends ApiKeyCreatedView {
  readonly principal: Principal;
  isRevoked: boolean;
}

describe('API keys, under any sequence of calls', () => {
  it('never outlive or exceed the key that issued them, and end with it unless they are kept', async () => {
    await fc.assert(fc.asyncProperty(fc.array(call, { minLength: 4, maxLength: 30 }), run), { numRuns: 150 });
  });
});

async function run(calls: readonly Call[]): Promise<void> {
  const store = createMemoryStore();
  await store.open();
  const clock = createFakeClock();
  const keys = createApiKeys({
    limiter: UNLIMITED,
    tenant: DEFAULT_TENANT,
    store,
    clock,
    random: createFakeRandom(),
    lookUp: createApiKeyLookUp({ store: store.allTenants, clock, logger: SILENT_LOGGER }),
    publishRevocation: async () => undefined,
  });
  const made: Expected[] = [];
  let checks = 0;
  for (const each of calls) {
    if (each.do === 'wait') clock.advance(each.minutes * MINUTE);
    else if (each.do === 'sign-in') await signIn(each);
    else await withKey(each);
    await check();
  }

  async function signIn({ id, permissions, minutes }: Extract<Call, { do: 'sign-in' }>): Promise<void> {
    const principal = { id, name: `user ${id}`, permissions, groups: [] };
    const expiresAt = minutes === null ? {} : { expiresAt: new Date(clock.now() + minutes * MINUTE) };
    const view = await keys.issue({ name: 'signed in', principal, ...expiresAt });
    made.push({ ...view, principal, isRevoked: false });
  }

  async function withKey(each: Extract<Call, { do: 'create' | 'revoke' }>): Promise<void> {
    const by = made[each.by % made.length];
    const principal = by && (await keys.authenticate(by.key));
    if (!by || !principal) return;
    if (each.do === 'create') await create(each, by, principal);
    else await revoke(each, by, principal);
  }

  async function create(each: Extract<Call, { do: 'create' }>, by: Expected, principal: Principal): Promise<void> {
    const asked = each.minutes === null ? undefined : new Date(clock.now() + each.minutes * MINUTE).toISOString();
    const view = await unlessRefused(() =>
      keys.create(
        { principal },
        {
          name: 'issued',
          ...(each.forId === null ? {} : { principalId: each.forId }),
          ...(each.permissions === null ? {} : { permissions: each.permissions }),
          ...(asked === undefined ? {} : { expiresAt: asked }),
        },
      ),
    );
    const wanted = each.permissions ?? by.principal.permissions;
    const isForOther = each.forId !== null && each.forId !== by.principal.id;
    const isLater = asked !== undefined && endOf(by) < Date.parse(asked);
    const isWithin = wanted.every((permission) => by.principal.permissions.includes(permission));
    const isAllowed = isWithin && !isLater && (!isForOther || by.principal.permissions.includes(ADMIN));
    same(view !== undefined, isAllowed, `creation by key ${by.id}`);
    if (!view) return;
    const id = each.forId ?? by.principal.id;
    made.push({ ...view, principal: { id, name: '', permissions: wanted, groups: [] }, isRevoked: false });
  }

  async function revoke(each: Extract<Call, { do: 'revoke' }>, by: Expected, principal: Principal): Promise<void> {
    const key = made[each.key % made.length];
    if (!key) return;
    const view = await unlessRefused(() => keys.revoke({ principal }, key.id, { keepIssued: each.keepIssued }));
    same(view !== undefined, isVisible(key, by), `revocation of key ${key.id} by key ${by.id}`);
    if (!view) return;
    const ended = [key, ...(each.keepIssued ? [] : descendantsOf(key))].filter(({ isRevoked }) => !isRevoked);
    const also = ended.filter(({ id }) => id !== key.id).map(({ id }) => id);
    same([...view.alsoRevoked].sort(byNumber).join(), also.sort(byNumber).join(), `what ended with key ${key.id}`);
    for (const each of ended) each.isRevoked = true;
  }

  async function check(): Promise<void> {
    for (const key of made) {
      // Ended keys count as wrong ones: without sources of their own, so many look-ups would be refused.
      checks += 1;
      const principal = await keys.authenticate(key.key, { source: `check ${checks}` });
      same(principal !== undefined, isValid(key), `validity of key ${key.id}`);
      if (!principal) continue;
      same(principal.permissions.join(), key.principal.permissions.join(), `permissions of key ${key.id}`);
      const issuer = made.find(({ id }) => id === key.issuedBy);
      if (issuer) same(endOf(key) <= endOf(issuer), true, `end of key ${key.id}, issued by ${issuer.id}`);
      const listed = (await keys.list({ principal })).map(({ id }) => id);
      const visible = made.filter((other) => isVisible(other, key)).map(({ id }) => id);
      same(listed.sort(byNumber).join(), visible.sort(byNumber).join(), `list of key ${key.id}`);
    }
  }

  function isValid(key: Expected): boolean {
    return !key.isRevoked && clock.now() < endOf(key);
  }

  function descendantsOf(key: Expected): readonly Expected[] {
    return made.filter(({ issuedBy }) => issuedBy === key.id).flatMap((child) => [child, ...descendantsOf(child)]);
  }
}

const endOf = ({ expiresAt }: ApiKeyCreatedView): number =>
  expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);
const byNumber = (a: number, b: number): number => a - b;

/** Returns whether the owner of one key sees another: all of them with `APPLICATION_ADMIN`, else those of its principal that are not stronger. */
function isVisible(key: Expected, { principal }: Expected): boolean {
  if (principal.permissions.includes(ADMIN)) return true;
  return (
    key.principal.id === principal.id &&
    key.principal.permissions.every((permission) => principal.permissions.includes(permission))
  );
}

async function unlessRefused<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ServiceError && error.statusCode < 500) return undefined;
    throw error;
  }
}

function same(actual: unknown, expected: unknown, subject: string): void {
  if (actual !== expected) throw new Error(`${subject}: ${String(actual)} instead of ${String(expected)}`);
}
