import { createFakeTransport } from '@portcullis/testing';
import { expect, it } from 'vitest';
import { ADMIN, bodyOf, createTestInstance } from '../../tests/support/create-test-instance.ts';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { settled } from '../../tests/support/settled.ts';
import { webhookBody } from '../../tests/support/webhook-body.ts';
import type { OperationResponse } from '../index.ts';

const DAY = 86_400_000;
const WEBHOOK = webhookBody({ notificationType: ['tagCreated'] });
const tag = { kind: 'tagCreated', metadata: { tagName: 'PII' } } as const;

it('counts the rows of one tenant by day, and none of another', async () => {
  let status = 500;
  const { portcullis, clock, store } = await createTestInstance({ transport: createFakeTransport(() => status) });
  for (const id of ['acme', 'bolt']) await portcullis.tenants.create({ id });
  const [acme, bolt] = [portcullis.tenant('acme'), portcullis.tenant('bolt')];
  const { id } = (await acme.integrations.create(ADMIN, bodyOf())) as OperationResponse;
  await acme.integrations.whenIdle(Number(id));
  const two = { ...WEBHOOK, url: 'https://hooks.example.com/two' };
  await acme.webhooks.create(ADMIN, { webhooks: [WEBHOOK, two] });
  await bolt.webhooks.create(ADMIN, { webhooks: [WEBHOOK] });
  // More than a page of events.
  for (let event = 0; event < 501; event += 1) await acme.notifications.notify(tag);
  await bolt.notifications.notify(tag);
  await settled(60);
  status = 200;
  clock.advance(DAY);
  await settled(60);
  await acme.notifications.notify(tag);
  await settled(60);
  const usage = await portcullis.tenants.usage('acme');
  const events = await store.scoped('acme').find('events');
  expect(usage).toMatchObject({ id: 'acme', integrations: { enabled: 1 }, webhooks: { active: 2 } });
  expect(usage.days.map(({ date, deliveries }) => [date, deliveries])).toEqual([
    ['2024-01-01', 1002],
    ['2024-01-02', 2],
  ]);
  const attempts = usage.days.reduce((sum, day) => sum + day.attempts, 0);
  expect(attempts).toBe(await store.scoped('acme').count('attempts', {}));
  expect(usage.bytes.events).toBe(events.reduce((sum, { payload }) => sum + payload.byteLength, 0));
  expect(usage.bytes.responses).toBeGreaterThan(0);
  expect(await portcullis.tenants.usage('bolt')).toMatchObject({ integrations: {}, webhooks: { active: 1 } });
});

it('is empty for a new tenant, also while it is suspended, and refused for an unknown one', async () => {
  const { portcullis } = await createTestInstance();
  await portcullis.tenants.create({ id: 'acme' });
  await portcullis.tenants.suspend('acme');
  const nothing = { id: 'acme', integrations: {}, webhooks: {}, days: [], bytes: { events: 0, responses: 0 } };
  expect(await portcullis.tenants.usage('acme')).toEqual(nothing);
  expect(await refusalOf(portcullis.tenants.usage('unknown'))).toMatchObject({ code: 'TENANT_UNKNOWN' });
});
