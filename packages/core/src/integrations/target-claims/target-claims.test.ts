import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { StoreConflictError } from '../../ports/store/store-conflict-error.ts';
import { claimsOf, observedClaim, refuseTaken } from './target-claims.ts';

const target = { identity: ['h', 'd'] as [string, string], display: 'h', unique: [{ field: 'name', value: 'n' }] };
const plugin = (editable: boolean) => ({ type: 'T', editable }) as AnyPluginDefinition;

async function occupied(status: string) {
  const store = createMemoryStore();
  await store.open();
  const record = await store.insert('integrations', {
    type: 'T',
    status,
    statusSince: 0,
    version: 1,
    autoBootstrap: true,
    config: {},
    target,
    facts: {},
    validationResults: {},
    everEnabled: false,
    pluginVersion: '1',
    createdAt: 0,
    updatedAt: 0,
  });
  for (const claim of claimsOf('T', target)) await store.insert('targetClaims', { claim, integrationId: record.id });
  return store;
}

describe('target claims', () => {
  it('distinguish similar targets', () => {
    const claims = [
      ...claimsOf('T', target),
      ...claimsOf('U', target),
      ...claimsOf('T', { identity: ['h,d'], display: '' }),
      ...claimsOf('T', { identity: ['h', 'd', ''], display: '' }),
      observedClaim('T', ['h', 'd']),
    ];
    expect(new Set(claims).size).toBe(claims.length);
    expect(claimsOf('T', undefined)).toEqual([]);
  });

  it('accept one integration, because the index is unique', async () => {
    const store = await occupied('enabled');
    const [claim = ''] = claimsOf('T', target);
    await expect(store.insert('targetClaims', { claim, integrationId: 2 })).rejects.toSatisfy(
      StoreConflictError.isInstance,
    );
  });

  it('reject a used target with 409, but never its own integration', async () => {
    const store = await occupied('enabled');
    await expect(refuseTaken(store, plugin(true), claimsOf('T', target))).rejects.toMatchObject({
      code: 'TARGET_TAKEN',
      message:
        'An integration of type T already exists on h, with the id 1: it has been enabled since 1970-01-01T00:00:00.000Z. Use that one, or delete it first.',
    });
    await refuseTaken(store, plugin(true), claimsOf('T', target), 1);
    await refuseTaken(store, plugin(true), claimsOf('T', { ...target, identity: ['other'], unique: [] }));
  });

  it.each(['creating', 'editing', 'deleting', 'migrating'])(
    'name the running operation, and when to retry (%s)',
    async (status) => {
      const store = await occupied(status);
      const running = { integrationId: 1, kind: 'create', status: 'running', scope: 's', leaseGeneration: 1 };
      const { id } = await store.insert('operations', { ...running, startedAt: 60_000 });
      await expect(refuseTaken(store, plugin(true), claimsOf('T', target))).rejects.toMatchObject({
        code: 'TARGET_TAKEN',
        message: `An integration of type T already exists on h, with the id 1: it has been ${status} since 1970-01-01T00:01:00.000Z (operation ${id}, create). Use that one, or delete it first.`,
        extras: { retryAfterSeconds: 5, details: { status, operationId: id, operation: 'create' } },
      });
    },
  );

  it('also reject a unique value on another target', async () => {
    const store = await occupied('enabled');
    const other = { ...target, identity: ['other'] as [string] };
    await expect(refuseTaken(store, plugin(true), claimsOf('T', other))).rejects.toMatchObject({
      code: 'TARGET_TAKEN',
      message:
        'An integration of type T already exists on h with the same name (n), with the id 1: it has been enabled since 1970-01-01T00:00:00.000Z. Use that one, or delete it first.',
    });
  });

  it('name the remedy after a failed creation', async () => {
    const store = await occupied('createError');
    await expect(refuseTaken(store, plugin(true), claimsOf('T', target))).rejects.toMatchObject({
      code: 'TARGET_CREATION_FAILED',
      statusCode: 400,
      message: 'An integration of type T on h failed to create earlier and has the id 1. Use PUT /integrations/1.',
    });
    await expect(refuseTaken(store, plugin(false), claimsOf('T', target))).rejects.toThrow(
      'DELETE /integrations/1, then POST again',
    );
  });
});
