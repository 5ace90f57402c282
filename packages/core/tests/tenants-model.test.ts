import { createFakeClock, createFakeTransport } from '@portcullis/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TenantPortcullis } from '../src/index.ts';
import { ServiceError } from '../src/index.ts';
import { ADMIN, createTestInstance } from './support/create-test-instance.ts';
import { settled } from './support/settled.ts';

const TENANTS = ['a', 'b', 'c'] as const;
type Tenant = (typeof TENANTS)[number];

const KINDS = ['tagCreated', 'tagDeleted'] as const;
const USER = { principal: { id: 2, name: 'Uwe', permissions: [], groups: [] } };

/**
 * One call of a tenant. `of` and `index` select an object by its owner and its number, so that it may belong to another
 * tenant.
 */
type Step =
  | { readonly do: 'subscribe'; readonly tenant: Tenant; readonly all: boolean; readonly key: number | null }
  | { readonly do: 'read' | 'pause' | 'remove'; readonly tenant: Tenant; readonly of: Tenant; readonly index: number }
  | { readonly do: 'publish'; readonly tenant: Tenant; readonly kind: 0 | 1; readonly key: number | null }
  | { readonly do: 'list' | 'history' | 'keys' | 'issue'; readonly tenant: Tenant; readonly asUser: boolean }
  | { readonly do: 'revoke'; readonly tenant: Tenant; readonly of: Tenant; readonly index: number }
  | { readonly do: 'settings'; readonly tenant: Tenant; readonly deadline: number }
  | { readonly do: 'wait'; readonly seconds: number };

const tenant = fc.constantFrom(...TENANTS);
const key = fc.option(fc.integer({ min: 0, max: 2 }), { nil: null });
const index = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('subscribe' as const), tenant, all: fc.boolean(), key }),
  fc.record({ do: fc.constantFrom('read' as const, 'pause' as const, 'remove' as const), tenant, of: tenant, index }),
  fc.record({ do: fc.constant('publish' as const), tenant, kind: fc.constantFrom(0 as const, 1 as const), key }),
  fc.record({
    do: fc.constantFrom('list' as const, 'history' as const, 'keys' as const, 'issue' as const),
    tenant,
    asUser: fc.boolean(),
  }),
  fc.record({ do: fc.constant('revoke' as const), tenant, of: tenant, index }),
  fc.record({ do: fc.constant('settings' as const), tenant, deadline: fc.integer({ min: 5000, max: 9000 }) }),
  fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 600 }) }),
);

/** An id that no object has. */
const NONE = 999_999;

/** The ids that the services of a tenant have returned, in order. */
interface Made {
  readonly webhooks: number[];
  readonly keys: number[];
}

/** Ids count over all tenants, and keys are random. Both are excluded, and names identify the objects. */
function comparable(response: unknown): unknown {
  return JSON.parse(
    JSON.stringify(response, (name, value: unknown) =>
      /^(id|key|prefix|webhooksId|webhooksActivityId|webhookId|modelId|eventId|cursor|requestId|issuedBy|alsoRevoked)$/.test(
        name,
      )
        ? '…'
        : typeof value === 'string'
          ? value.replace(/\d{6,}|\b\d+\b(?=:)|(?<=webhook |key |id":")\d+/g, '…')
          : value,
    ) ?? 'null',
  );
}

async function responseOf(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return comparable(await call());
  } catch (error) {
    if (!ServiceError.isInstance(error)) throw error;
    return [error.code, String(comparable(error.message))];
  }
}

/** Calls the services of a tenant. `idOf` finds the object of any tenant. */
async function run(
  services: TenantPortcullis,
  each: Exclude<Step, { do: 'wait' }>,
  made: Made,
  idOf: (of: Tenant, table: keyof Made, at: number) => number,
): Promise<unknown> {
  const context = 'asUser' in each && each.asUser ? USER : ADMIN;
  switch (each.do) {
    case 'subscribe': {
      const name = `webhook of ${each.tenant}, ${made.webhooks.length}`;
      const notificationType = each.all ? ['ALL_NOTIFICATIONS'] : [KINDS[0]];
      const url = `https://${each.tenant}.example.com/${made.webhooks.length}`;
      const body = { webhooks: [{ name, url, global: true, notificationType, actionType: null }] };
      const options = each.key === null ? {} : { idempotencyKey: `subscribe-${each.key}` };
      const response = await services.webhooks.create(ADMIN, body, options);
      if (!('replayed' in response)) made.webhooks.push(...response.createdWebhooks.map(({ id }) => id));
      return response;
    }
    case 'read':
      return services.webhooks.get(ADMIN, idOf(each.of, 'webhooks', each.index));
    case 'pause':
      return services.webhooks.update(ADMIN, idOf(each.of, 'webhooks', each.index), { state: 'paused' });
    case 'remove':
      return services.webhooks.remove(ADMIN, idOf(each.of, 'webhooks', each.index));
    case 'publish': {
      const options = each.key === null ? {} : { idempotencyKey: `event-${each.key}` };
      return services.notifications.notify({ kind: KINDS[each.kind], metadata: { tagName: each.tenant }, ...options });
    }
    case 'list':
      return services.webhooks.list(context);
    case 'history':
      return services.webhooks.history(context, { includeGlobal: 'true', sortField: 'id', sortOrder: 'asc' } as never);
    case 'keys':
      return services.apiKeys.list(context);
    case 'issue': {
      const response = await services.apiKeys.create(context, { name: `key ${made.keys.length} of ${each.tenant}` });
      made.keys.push(response.id);
      return response;
    }
    case 'revoke':
      return services.apiKeys.revoke(ADMIN, idOf(each.of, 'keys', each.index));
    case 'settings':
      return services.settings.update(ADMIN, { webhookDeadlineMs: each.deadline });
  }
}

const nothingMade = (): Readonly<Record<Tenant, Made>> => ({
  a: { webhooks: [], keys: [] },
  b: { webhooks: [], keys: [] },
  c: { webhooks: [], keys: [] },
});

/** One instance with three tenants, and three instances with one tenant each. */
async function compare(steps: readonly Step[]): Promise<void> {
  const clock = createFakeClock();
  const transport = createFakeTransport(() => 200);
  const shared = await createTestInstance({ clock, transport });
  for (const id of TENANTS) await shared.portcullis.tenants.create({ id });
  const alone = await Promise.all(
    TENANTS.map(async (id) => {
      const ownTransport = createFakeTransport(() => 200);
      const { portcullis } = await createTestInstance({ clock, transport: ownTransport });
      return [id, { portcullis, transport: ownTransport }] as const;
    }),
  );
  const separate = Object.fromEntries(alone) as Record<Tenant, (typeof alone)[number][1]>;
  const here = nothingMade();
  const there = nothingMade();
  for (const each of steps) {
    if (each.do === 'wait') {
      clock.advance(each.seconds * 1000);
      await settled();
      continue;
    }
    const ofShared = await responseOf(() =>
      run(
        shared.portcullis.tenant(each.tenant),
        each,
        here[each.tenant],
        (of, table, at) => here[of][table][at] ?? NONE,
      ),
    );
    const ofSeparate = await responseOf(() =>
      run(separate[each.tenant].portcullis, each, there[each.tenant], (of, table, at) =>
        of === each.tenant ? (there[of][table][at] ?? NONE) : NONE,
      ),
    );
    expect(ofShared, JSON.stringify(each)).toEqual(ofSeparate);
    await settled();
  }
  for (const id of TENANTS) {
    const sent = transport.requests.map(({ url }) => url).filter((url) => url.startsWith(`https://${id}.`));
    expect(sent).toEqual(separate[id].transport.requests.map(({ url }) => url));
  }
  for (const { portcullis } of [shared, ...Object.values(separate)]) await portcullis.close();
}

it('three tenants of one instance get the same responses as in three separate instances', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), compare), {
    numRuns: process.env.PORTCULLIS_TESTS === 'sampled' ? 15 : 60,
  });
});
