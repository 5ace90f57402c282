import { describe, expect, it } from 'vitest';
import { createTestInstance } from '../../../tests/support/create-test-instance.ts';
import { INTEGRATION_STATUS_CHANGED } from '../../delivery/catalogue/integration-status-kind.ts';
import type { NotificationsService } from '../../delivery/publish/notifications-service.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import { type TransitionDependencies, transitionIntegration } from './integration-record.ts';

async function setUp() {
  const { store, clock } = await createTestInstance();
  const record = await store.insert('integrations', {
    type: 'T',
    status: 'deleting',
    statusSince: 0,
    version: 4,
    autoBootstrap: true,
    config: {},
    target: null,
    facts: {},
    validationResults: {},
    everEnabled: true,
    pluginVersion: '1',
    statusReason: 'Earlier.',
    createdAt: 0,
    updatedAt: 0,
  });
  await store.insert('targetClaims', { claim: 'c', integrationId: record.id });
  const dependencies: TransitionDependencies = {
    clock,
    events: { emit: () => {} } as unknown as IntegrationEventSink,
    notifications: { kinds: () => [] } as unknown as NotificationsService,
  };
  return { store, clock, record, dependencies };
}

describe('a change of status', () => {
  it('raises the version by one', async () => {
    const { store, record, dependencies } = await setUp();
    const moved = await store.transaction((each) =>
      transitionIntegration(dependencies, each, record, 'delete-succeeded'),
    );
    expect(moved?.version).toBe(5);
  });

  it('stores the returned record', async () => {
    const { store, record, dependencies } = await setUp();
    const moved = await store.transaction((each) =>
      transitionIntegration(dependencies, each, record, 'delete-succeeded'),
    );
    const [stored] = await store.find('integrations', { where: { id: record.id } });
    expect(stored).toMatchObject({ ...moved });
  });

  it('clears the reason of the earlier status', async () => {
    const { store, record, dependencies } = await setUp();
    const moved = await store.transaction((each) =>
      transitionIntegration(dependencies, each, record, 'delete-succeeded'),
    );
    expect(moved?.statusReason).toBeNull();
  });

  it('is rejected if the event is not possible', async () => {
    const { store, record, dependencies } = await setUp();
    const moved = await store.transaction((each) =>
      transitionIntegration(dependencies, each, record, 'create-succeeded'),
    );
    expect(moved).toBeUndefined();
  });

  it('is rejected if another request was faster', async () => {
    const { store, record, dependencies } = await setUp();
    await store.update('integrations', { id: record.id }, { version: 5 });
    const moved = await store.transaction((each) =>
      transitionIntegration(dependencies, each, record, 'delete-succeeded'),
    );
    expect(moved).toBeUndefined();
  });

  it('releases the target at its end', async () => {
    const { store, record, dependencies } = await setUp();
    await store.transaction((each) => transitionIntegration(dependencies, each, record, 'delete-succeeded'));
    expect(await store.find('targetClaims', {})).toEqual([]);
  });

  it('fails if the target cannot be released', async () => {
    const { store, record, dependencies } = await setUp();
    const failing = (transaction: StoreTransaction): StoreTransaction => ({
      ...transaction,
      update: (...args) => transaction.update(...args),
      remove: async () => {
        await Promise.resolve();
        throw new Error('The connection was cut.');
      },
    });
    const move = store.transaction((each) =>
      transitionIntegration(dependencies, failing(each), record, 'delete-succeeded'),
    );
    await expect(move).rejects.toThrow('The connection was cut.');
  });
});

describe('the notification of a change of status', () => {
  const metadataOf = async (requestedBy: number | null) => {
    const { store, record, dependencies } = await setUp();
    const sent: unknown[] = [];
    const notifications = {
      kinds: () => [INTEGRATION_STATUS_CHANGED.kind],
      notify: async ({ metadata }: { readonly metadata: unknown }) => void sent.push(metadata),
    } as unknown as NotificationsService;
    await store.transaction((each) =>
      transitionIntegration({ ...dependencies, notifications }, each, record, 'delete-succeeded', {}, { requestedBy }),
    );
    return sent[0];
  };

  it('names the integration and both statuses', async () => {
    expect(await metadataOf(null)).toEqual({
      modelId: 1,
      modelType: 'integration',
      integrationType: 'T',
      fromStatus: 'deleting',
      toStatus: 'deleted',
    });
  });

  it('names the requesting principal', async () => {
    expect(await metadataOf(5)).toMatchObject({ actionBy: 5 });
  });
});
