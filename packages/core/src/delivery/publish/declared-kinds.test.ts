import { createFakeTransport } from '@portcullis/testing';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { createAndWait, createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import {
  createMemoryStore,
  createPortcullis,
  createStaticSecretKeys,
  type DeclaredKinds,
  INTEGRATION_STATUS_CHANGED,
  type Notification,
  type Portcullis,
  type PortcullisOptions,
  type RequestContext,
} from '../../index.ts';
import { createKindRegistry } from '../catalogue/kind-registry.ts';

const about = { class: 'system', trigger: 'Something happened.', text: 'Report {title} is ready.' } as const;

const KINDS = [
  INTEGRATION_STATUS_CHANGED,
  { ...about, kind: 'report.ready', metadata: z.object({ title: z.string().min(1), rows: z.int().optional() }) },
  { ...about, kind: 'report.opened', metadata: z.looseObject({ title: z.string() }) },
  {
    ...about,
    kind: 'report.shared',
    metadata: z.object({ title: z.string(), actionBy: z.number(), modelId: z.string() }),
  },
  {
    ...about,
    kind: 'report.moved',
    metadata: z.object({ from: z.string(), to: z.string() }).refine((paths) => paths.from !== paths.to),
  },
  {
    ...about,
    kind: 'report.dated',
    metadata: z.object({ on: z.date(), at: z.date().transform((at) => at.toISOString()) }),
  },
  { ...about, kind: 'report.lost' },
] as const satisfies DeclaredKinds;

const ADMIN: RequestContext = { principal: { id: 1, name: 'Ada', permissions: ['APPLICATION_ADMIN'], groups: [] } };

const base = (): PortcullisOptions => ({
  plugins: [],
  store: createMemoryStore(),
  secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': new Uint8Array(32).fill(7) } }),
  settings: { recurringValidationPeriodMs: 0 },
});

/** Returns the error with which `notify` refuses a notification; undefined where it accepts it. */
async function refusalFor(notification: Notification) {
  await using portcullis = await createPortcullis({ ...base(), webhooks: { kinds: KINDS } });
  const events = await portcullis.notifications.notify(notification).then(
    () => undefined,
    (error: unknown) => refusalOf(Promise.reject(error)),
  );
  return events && { code: events.code, details: events.extras.details };
}

describe('a declared kind with a schema', () => {
  it.each([
    ['report.ready', { title: 'May' }],
    ['report.ready', { title: 'May', rows: undefined, actionBy: 3, targetGroup: null }],
    ['report.opened', { title: 'May', pages: [1, { last: null }] }],
    ['report.moved', { from: 'a', to: 'b', targetUser: 4 }],
    ['report.lost', { anything: 1 }],
  ])('%s takes %j', async (kind, metadata) => {
    expect(await refusalFor({ kind, metadata })).toBeUndefined();
  });

  it.each([
    ['report.ready', { rows: 1 }, 'metadata.title', 'This field is required.'],
    ['report.ready', { title: 'May', rows: 'many' }, 'metadata.rows', 'This must be a number.'],
    ['report.ready', { title: '' }, 'metadata.title', 'This must have at least 1 character.'],
    ['report.ready', { title: 'May', titel: 'May' }, 'metadata.titel', 'This field is not known.'],
    ['report.ready', { title: 'May', actionBy: 'Ada' }, 'metadata.actionBy', 'This must be a number.'],
    ['report.opened', { title: 'May', opened: new Date(0) }, 'metadata.opened', 'This must be a string.'],
    ['report.shared', { title: 'May', actionBy: 3, modelId: 'm' }, 'metadata.modelId', 'This must be a number.'],
    ['report.shared', { title: 'May', modelId: 'm' }, 'metadata.actionBy', 'This field is required.'],
    ['report.moved', { from: 'a', to: 'a' }, 'metadata', 'Invalid input.'],
    ['report.dated', { on: new Date(0), at: new Date(0) }, 'metadata.on', 'This must be a string.'],
  ])('%s refuses %j', async (kind, metadata, path, message) => {
    expect(await refusalFor({ kind, metadata })).toEqual({
      code: 'NOTIFICATION_INVALID',
      details: [{ path, message }],
    });
  });

  it('refuses invalid metadata, like a kind of the catalogue', async () => {
    const wrong = { modelType: 'datasource', colour: 'red', modelId: '4' };
    const declared = z.object({ modelId: z.int(), modelType: z.string() });
    const kinds = [{ ...about, kind: 'own', metadata: declared }];
    await using portcullis = await createPortcullis({ ...base(), webhooks: { kinds } });
    const [own, known] = await Promise.all(
      ['own', 'dataSourceUpdated'].map((kind) =>
        refusalOf(portcullis.notifications.notify({ kind, metadata: wrong } satisfies Notification)),
      ),
    );
    expect(own?.extras.details).toEqual(known?.extras.details);
    expect(own?.code).toEqual(known?.code);
    expect(own?.message.replace('own', 'dataSourceUpdated')).toEqual(known?.message);
  });

  it('is sent with the output of its schema', async () => {
    const transport = createFakeTransport();
    const kinds = [
      {
        ...about,
        kind: 'own',
        metadata: z.object({ title: z.string().trim(), tags: z.array(z.string()).default([]) }),
      },
    ];
    await using portcullis = await createPortcullis({ ...base(), transport, webhooks: { kinds } });
    await portcullis.webhooks.create(ADMIN, { webhooks: [webhookBody({ notificationType: ['own'] })] });
    const sent = new Promise((resolve) => portcullis.events.on('delivery.attempted', resolve));
    await portcullis.notifications.notify({ kind: 'own', metadata: { title: ' May ', actionBy: 3 } });
    await sent;
    const body = JSON.parse(new TextDecoder().decode(transport.requests[0]?.body));
    expect(body).toMatchObject({
      text: 'Report May is ready.',
      metadata: { title: 'May', tags: [], actionBy: 3, notificationType: 'own' },
    });
  });

  it('can be subscribed to like any other', async () => {
    await using portcullis = await createPortcullis({ ...base(), webhooks: { kinds: KINDS } });
    expect(await portcullis.webhooks.actions(ADMIN)).toEqual(expect.arrayContaining(['report.ready', 'report.lost']));
    expect(await portcullis.webhooks.kinds(ADMIN)).toContainEqual({
      kind: 'report.ready',
      trigger: KINDS.find(({ kind }) => kind === 'report.ready')?.trigger,
    });
  });

  it.each([
    ['a schema of another make', { parse: () => ({}) }],
    ['a schema of no object', z.string()],
    ['no schema', 'title'],
  ])('is refused with %s', (_what, metadata) => {
    const kind = { ...about, kind: 'own', metadata } as unknown as DeclaredKinds[number];
    expect(() => createKindRegistry([kind])).toThrow(
      'The notification kind "own" has metadata that is not a zod 4 object.',
    );
  });
});

describe('the types of notify', () => {
  it('are those of the kinds in the options of the instance', () => {
    const typed = async () => {
      const { notifications } = await createPortcullis({
        ...base(),
        webhooks: { kinds: [{ ...about, kind: 'own', metadata: z.object({ title: z.string() }) }] },
      });
      void notifications.notify({ kind: 'own', metadata: { title: 'May', actionBy: 3, targetGroup: null } });
      // @ts-expect-error a required field is missing
      void notifications.notify({ kind: 'own', metadata: {} });
      // @ts-expect-error of the wrong type
      void notifications.notify({ kind: 'own', metadata: { title: 7 } });
      // @ts-expect-error the kind has no such field
      void notifications.notify({ kind: 'own', metadata: { title: 'May', titel: 'May' } });
      // @ts-expect-error a field that every kind may hold, of the wrong type
      void notifications.notify({ kind: 'own', metadata: { title: 'May', actionBy: 'Ada' } });
      // @ts-expect-error the catalogue's kinds are typed as ever
      void notifications.notify({ kind: 'tagCreated', metadata: { tagName: 7 } });
    };
    expectTypeOf(typed).toBeFunction();
  });

  it('can be named, are optional for code that does not publish, and do not restrict kinds without a schema', () => {
    const typed = (portcullis: Portcullis<typeof KINDS>) => {
      void portcullis.notifications.notify({ kind: 'report.ready', metadata: { title: 'May' } });
      // @ts-expect-error a required field is missing
      void portcullis.notifications.notify({ kind: 'report.ready', metadata: { rows: 1 } });
      void portcullis.notifications.notify({ kind: 'report.lost', metadata: { anything: 1 } });
      void portcullis.notifications.notify({ kind: 'report.opened', metadata: { title: 'May', pages: 3 } });
      const computed: Notification = { kind: 'report.ready', metadata: {} };
      void portcullis.notifications.notify(computed);
      const untyped: Portcullis = portcullis;
      void untyped.notifications.notify({ kind: 'report.ready', metadata: { rows: 1 } });
    };
    expectTypeOf(typed).toBeFunction();
  });
});

describe('the payload of a notification', () => {
  const limited = { kinds: KINDS, payloadLimit: 200 };
  const ofTitle = (title: string) => ({ kind: 'report.opened', metadata: { title }, text: 'Opened.' });

  it('is refused if it has more bytes than the limit, and nothing is stored', async () => {
    const options = base();
    await using portcullis = await createPortcullis({ ...options, webhooks: limited });
    const refusal = await refusalOf(portcullis.notifications.notify(ofTitle('ü'.repeat(100))));
    expect(refusal).toMatchObject({ code: 'NOTIFICATION_INVALID', extras: { details: [{ path: 'metadata' }] } });
    expect(refusal.message).toContain('must have at most 200 bytes with the text (webhooks.payloadLimit)');
    expect(await options.store.count('events', {})).toBe(0);
    await portcullis.notifications.notify(ofTitle('u'.repeat(100)));
    expect(await options.store.count('events', {})).toBe(1);
  });

  it('has at most 256 KiB by default', async () => {
    expect(await refusalFor(ofTitle('x'.repeat(262_144)))).toMatchObject({ code: 'NOTIFICATION_INVALID' });
    expect(await refusalFor(ofTitle('x'.repeat(262_000)))).toBeUndefined();
  });

  it('has no limit if the engine itself publishes', async () => {
    const instance = await createTestInstance({ webhooks: { kinds: [INTEGRATION_STATUS_CHANGED], payloadLimit: 1 } });
    const id = await createAndWait(instance);
    expect(await instance.portcullis.integrations.status(ADMIN, id)).toMatchObject({ status: 'enabled' });
    expect(await instance.store.count('events', {})).toBeGreaterThan(0);
  });
});
