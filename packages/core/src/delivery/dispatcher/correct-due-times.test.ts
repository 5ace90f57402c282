import { expect, it } from 'vitest';
import { createWebhookHarness } from '../../../tests/webhook-harness.ts';
import { createTenantSettings } from '../../settings/tenant-settings.ts';
import { createKnownTenantsVersion } from '../../tenant-cache/known-tenants-version.ts';
import { completeRetryPolicy } from '../attempt/retry-schedule/complete-retry-policy.ts';
import { settingsDefaults } from '../attempt/retry-schedule/settings-defaults.ts';
import { correctDueTimes } from './correct-due-times.ts';

/** A delivery whose first attempt failed, and the correction after the clock was set back. */
async function setUp() {
  const { store, clock, subscribe, notify, untilIdle } = await createWebhookHarness(() => 500);
  await subscribe();
  await notify();
  await untilIdle();
  const [attempt] = await store.find('attempts');
  const [delivery] = await store.find('deliveries');
  const ofAll = { store: store.allTenants, clock };
  const tenantsVersion = createKnownTenantsVersion(ofAll);
  const settings = createTenantSettings({ ...ofAll, tenantsVersion, defaults: settingsDefaults({}) });
  const correct = async (setBackMs: number, jitter: number) => {
    const now = (attempt?.createdAt ?? 0) - setBackMs;
    const policy = { ...completeRetryPolicy({}), jitter };
    await correctDueTimes(store.allTenants, { now, settings, policy });
    return (await store.find('deliveries'))[0]?.dueAt;
  };
  return { attempt, delivery, correct };
}

it('a retry within the delay of the schedule is unchanged', async () => {
  const { delivery, correct } = await setUp();
  expect(await correct(100, 1)).toBe(delivery?.dueAt);
});

it('a retry that is further off is due after the wait that it had', async () => {
  const { delivery, correct } = await setUp();
  expect(await correct(60_000, 1)).toBe((delivery?.dueAt ?? 0) - 60_000);
});
