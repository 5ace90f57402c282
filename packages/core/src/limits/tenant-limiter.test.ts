import { sampleRow } from '@portcullis/testing';
import { describe, expect, it } from 'vitest';
import { refusalOf } from '../../tests/support/expect-refusal.ts';
import { createMemoryStore } from '../adapters/memory-store/create-memory-store.ts';
import { createTenantLimiter, type TenantLimiter, withoutLimits } from './tenant-limiter.ts';

/** A limiter of a tenant in some state, whose limits allow nothing. */
async function setUp(state?: string) {
  const store = createMemoryStore();
  await store.open();
  const none = { webhooks: 0, integrations: 0 };
  if (state !== undefined)
    await store.scoped('acme').insert('tenants', sampleRow('tenants', 1, { state, limits: none }));
  const limiter = createTenantLimiter({
    tenant: 'acme',
    ofInstance: none,
    limits: () => none,
    events: { emit: () => {} },
  });
  const { transaction } = store.scoped('acme');
  const enforce = (by: TenantLimiter) => transaction((open) => by.enforce(open, 'integrations', async () => 1));
  return { limiter, transaction, enforce };
}

describe('the limiter of a tenant', () => {
  it.each([
    ['suspended', 'TENANT_SUSPENDED'],
    ['removing', 'TENANT_UNKNOWN'],
    ['importing', 'TENANT_UNKNOWN'],
    [undefined, 'TENANT_UNKNOWN'],
  ])('refuses new rows in the state %s, with limits or without', async (state, code) => {
    const { limiter, transaction, enforce } = await setUp(state);
    expect(await refusalOf(transaction((open) => limiter.requireActive(open)))).toMatchObject({ code });
    expect(await refusalOf(enforce(limiter))).toMatchObject({ code });
    expect(await refusalOf(enforce(withoutLimits(limiter)))).toMatchObject({ code });
  });

  it('knows no limits for work of the instance', async () => {
    const { limiter, enforce } = await setUp('active');
    expect(await refusalOf(enforce(limiter))).toMatchObject({ code: 'TENANT_LIMIT' });
    await expect(enforce(withoutLimits(limiter))).resolves.toBeUndefined();
    expect(withoutLimits(limiter).limits()).toEqual({});
  });
});
