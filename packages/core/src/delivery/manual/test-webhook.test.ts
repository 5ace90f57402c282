import { createFakeTransport } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { admin, contextOf, createDeliveryEngine } from '../../../tests/delivery-engine.ts';
import { refusalOf } from '../../../tests/support/expect-refusal.ts';
import { overrideStore } from '../../../tests/support/override-store.ts';
import { webhookBody } from '../../../tests/support/webhook-body.ts';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import type { AllTenantsStore, Store } from '../../ports/store/store.ts';

describe('a test delivery', () => {
  it('is sent immediately and signed in any state of the webhook, and is recorded', async () => {
    const harness = await createWebhookHarness(() => 204);
    const id = await harness.subscribe({ secret: 's' });
    await harness.webhooks.update(admin, id, { paused: true });
    const record = await harness.webhooks.test(admin, id);
    expect(record).toMatchObject({
      statusCode: 204,
      notificationType: 'webhookTest',
      request: { text: 'This is a test of the webhook Audit.', webhookId: id, webhookName: 'Audit' },
    });
    expect(harness.transport.requests[0]?.headers).toHaveProperty('webhook-signature');
    const { records } = await harness.webhooks.historyOf(admin, id, { notificationType: 'webhookTest' });
    expect(records.map((each) => each.id)).toEqual([record.id]);
    expect(await harness.store.find('deliveries')).toEqual([]);
  });

  it('is in the history from its start as interrupted', async () => {
    let respond = (_status: number): void => {};
    const responded = new Promise<number>((resolve) => (respond = resolve));
    const transport = createFakeTransport(() => responded);
    const { webhooks, untilIdle } = await createDeliveryEngine({ transport });
    await webhooks.create(admin, { webhooks: [webhookBody()] });
    const sending = webhooks.test(admin, 1);
    await untilIdle();
    const underWay = await webhooks.historyOf(admin, 1, {});
    expect(underWay.records).toMatchObject([{ id: 1, statusCode: 500, response: { body: { code: 'INTERRUPTED' } } }]);
    respond(204);
    expect(await sending).toMatchObject({ id: 1, statusCode: 204 });
    const ended = await webhooks.historyOf(admin, 1, {});
    expect(ended.records).toMatchObject([{ id: 1, statusCode: 204 }]);
  });

  describe('of a name that does not exist and of one that is private', () => {
    const outcomes = [
      { code: 'ENOTFOUND', phase: 'dns', connect: false, timing: { totalMs: 31 } },
      { code: 'ENODATA', phase: 'dns', connect: false, timing: { totalMs: 17 } },
      { code: 'GUARD_BLOCKED', phase: 'guard', connect: false, timing: { totalMs: 2 } },
    ] as const;
    const harnesses = () =>
      Promise.all(outcomes.map((outcome) => createWebhookHarness(() => ({ kind: 'failure', ...outcome }))));
    const personal = webhookBody({ global: false, notificationType: ['firstQuery'] });
    const user = contextOf(7);

    it('returns the same result to every caller', async () => {
      for (const caller of [user, admin]) {
        const probes = await Promise.all(
          (await harnesses()).map((harness) => harness.webhooks.testUnsaved(caller, personal)),
        );
        for (const probe of probes) expect(probe).toEqual(probes[0]);
        expect(probes[0]).toMatchObject({
          succeeded: false,
          statusCode: 500,
          response: { body: { code: 'NO_PUBLIC_ADDRESS', connect: false } },
        });
      }
    });

    it('responds, records and shows the same once the webhook is stored', async () => {
      const seen = await Promise.all(
        (await harnesses()).map(async ({ webhooks, untilIdle }) => {
          await webhooks.create(user, { webhooks: [personal] });
          const record = await webhooks.test(user, 1);
          await untilIdle();
          return {
            record,
            retried: await webhooks.retry(user, record.id),
            listed: await webhooks.history(user, {}),
            detail: await webhooks.historyRecord(user, record.id),
            webhook: await webhooks.get(user, 1),
          };
        }),
      );
      for (const each of seen) expect(each).toEqual(seen[0]);
    });

    it('opens the breaker at the same moment', async () => {
      const seen = await Promise.all(
        (await harnesses()).map(async (harness) => {
          const id = await harness.subscribe();
          await harness.notify();
          await harness.untilIdle();
          return (await harness.webhooks.get(admin, id)).delivery;
        }),
      );
      for (const each of seen) expect(each).toEqual(seen[0]);
      expect(seen[0]).toHaveProperty('nextProbeAt');
    });

    it('distinguishes them for administrators in the details of a record', async () => {
      const codes = await Promise.all(
        (await harnesses()).map(async ({ webhooks }) => {
          await webhooks.create(user, { webhooks: [personal] });
          const { id } = await webhooks.test(user, 1);
          return (await webhooks.historyRecord(admin, id)).attempt.errorCode;
        }),
      );
      expect(codes).toEqual(['ENOTFOUND', 'ENODATA', 'GUARD_BLOCKED']);
    });
  });

  it('of a webhook that is deleted at the same moment leaves no rows', async () => {
    const memory = createMemoryStore();
    let remove: () => Promise<unknown> = async () => {};
    // The webhook is deleted between its check for the caller and the begin of the test.
    const transaction: AllTenantsStore['transaction'] = async (work, options) => {
      const removing = remove;
      remove = async () => {};
      await removing();
      return memory.allTenants.transaction(work, options);
    };
    const insert: Store['insert'] = async (table, row) => {
      await remove();
      return memory.insert(table, row);
    };
    const harness = await createWebhookHarness(() => 200, {
      store: { ...overrideStore(memory, { transaction }), insert },
    });
    const id = await harness.subscribe();
    remove = async () => {
      remove = async () => {};
      await harness.webhooks.remove(admin, id);
    };
    expect((await refusalOf(harness.webhooks.test(admin, id))).code).toBe('WEBHOOK_NOT_FOUND');
    expect(await memory.find('events')).toEqual([]);
    expect(await memory.find('attempts')).toEqual([]);
    expect(harness.transport.requests).toEqual([]);
  });

  it('of an endpoint that is not stored leaves no rows', async () => {
    const harness = await createWebhookHarness(() => 418);
    const probe = await harness.webhooks.testUnsaved(admin, webhookBody({ secret: 's' }));
    expect(probe).toMatchObject({ url: 'https://hooks.example.com/in', succeeded: false, statusCode: 418 });
    expect(harness.transport.requests[0]?.headers).toHaveProperty('webhook-signature');
    expect(await harness.store.find('attempts')).toEqual([]);
    expect(await harness.store.find('events')).toEqual([]);
  });

  it('is checked like a new webhook, so that it cannot be used to scan a network', async () => {
    const harness = await createWebhookHarness(() => 200, { webhooks: { manualRetriesPerMinute: 2 } });
    const user = contextOf(7);
    const personal = webhookBody({ global: false, notificationType: ['firstQuery'] });
    const code = async (body: unknown) => (await refusalOf(harness.webhooks.testUnsaved(user, body))).code;
    expect(await code(webhookBody())).toBe('PERMISSION_MISSING');
    expect(await code({ ...personal, url: 'ftp://hooks.example.com/' })).toBe('WEBHOOK_URL_REFUSED');
    await harness.webhooks.testUnsaved(user, personal);
    await harness.webhooks.testUnsaved(user, personal);
    expect(await code(personal)).toBe('RATE_LIMITED');
  });
});
