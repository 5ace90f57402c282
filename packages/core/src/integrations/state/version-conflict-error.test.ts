import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/memory-store/create-memory-store.ts';
import { versionConflict } from './version-conflict-error.ts';

/** A store with one integration in a status, and the operation that runs on it, if any. */
async function storeWith(status: string, operation?: string) {
  const store = createMemoryStore();
  await store.open();
  const { id } = await store.insert('integrations', {
    type: 'T',
    status,
    statusSince: 0,
    version: 2,
    autoBootstrap: true,
    config: {},
    target: null,
    facts: {},
    validationResults: {},
    everEnabled: false,
    pluginVersion: '1',
    createdAt: 0,
    updatedAt: 0,
  });
  if (operation !== undefined) {
    await store.insert('operations', {
      integrationId: id,
      kind: operation,
      status: 'running',
      scope: 's',
      leaseGeneration: 1,
      startedAt: 60_000,
    });
  }
  return { store, id };
}

describe('the error for a change with a version conflict', () => {
  it('names the running operation, and asks to poll', async () => {
    const { store, id } = await storeWith('editing', 'edit');
    expect(await versionConflict(store, id)).toMatchObject({
      code: 'INTEGRATION_BUSY',
      message:
        'Integration 1 has been editing since 1970-01-01T00:01:00.000Z (operation 1, edit). Poll its status and try again.',
      extras: { retryAfterSeconds: 5 },
    });
  });

  it('reports that the other change removed the integration', async () => {
    const { store, id } = await storeWith('deleted');
    expect(await versionConflict(store, id)).toMatchObject({
      code: 'INTEGRATION_ENDED',
      extras: { details: { status: 'deleted', since: '1970-01-01T00:00:00.000Z' } },
    });
  });

  it('names the status, and asks to read it again, when the other change is complete', async () => {
    const { store, id } = await storeWith('enabled');
    expect(await versionConflict(store, id)).toMatchObject({
      code: 'INTEGRATION_BUSY',
      message: expect.stringContaining('it has been enabled since 1970-01-01T00:00:00.000Z. Read it again'),
      extras: { details: { status: 'enabled', since: '1970-01-01T00:00:00.000Z' }, retryAfterSeconds: 1 },
    });
  });

  it('reports a missing integration', async () => {
    const { store } = await storeWith('enabled');
    await expect(versionConflict(store, 7)).rejects.toMatchObject({ code: 'INTEGRATION_NOT_FOUND' });
  });
});
