import type { AnyPluginDefinition, ClientSetup } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { invalidRequest } from '../../kernel/input/parse-input.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { formatKey, hashKey } from '../../security/api-keys/key-format.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { refuseBusy } from '../state/change-guards.ts';
import { findIntegration, type IntegrationRecord } from '../state/integration-record.ts';
import type { ClientSetupView } from '../views/integration-views.ts';

/** The name under which an integration key is sealed. */
const KEY_SECRET = 'integration-key';
/** Creates a new integration key. An older one stays valid for the plugin's overlap. */
export async function issueIntegrationKey(
  dependencies: Pick<IntegrationDependencies, 'secrets' | 'clock' | 'random'>,
  transaction: StoreTransaction,
  definition: AnyPluginDefinition,
  integrationId: number,
): Promise<void> {
  const setup = clientSetupOf(definition);
  const now = dependencies.clock.now();
  const key = formatKey(dependencies.random.bytes(32), setup.keyPrefix);
  await transaction.update(
    'integrationKeys',
    { integrationId, validUntil: null },
    { validUntil: now + (setup.overlapMs ?? DAY_MS) },
  );
  await transaction.insert('integrationKeys', { hash: hashKey(key), integrationId, createdAt: now });
  await dependencies.secrets.put(transaction, integrationSecretOwner(integrationId), KEY_SECRET, key);
}

/** Revokes every key of an integration. */
export async function revokeIntegrationKeys(transaction: StoreTransaction, integrationId: number): Promise<void> {
  await transaction.remove('integrationKeys', { integrationId });
}

/**
 * Returns the key and the files to install on the platform.
 *
 * @throws ServiceError `INTEGRATION_NOT_FOUND`, `PARAMETER_INVALID` for types that are not configured on the platform, or for an
 * unknown version.
 */
export async function clientSetup(
  dependencies: Pick<IntegrationDependencies, 'registry' | 'store' | 'secrets' | 'clock'>,
  id: number,
  options: { readonly baseUrl: string; readonly version?: string },
): Promise<ClientSetupView> {
  const record = await findIntegration(dependencies.store, id);
  const setup = clientSetupOf(dependencies.registry.of(record));
  const versions = setup.versions ?? [];
  if (options.version !== undefined && !versions.some((version) => version.id === options.version)) {
    throw invalidRequest([
      {
        path: 'version',
        message:
          versions.length === 0
            ? 'There is only one version: leave this out.'
            : `This must be one of: ${versions.map((version) => version.id).join(', ')}.`,
      },
    ]);
  }
  const [key] = await dependencies.secrets.read(integrationSecretOwner(id), KEY_SECRET);
  if (key === undefined)
    throw new ServiceError(
      'SECRET_CORRUPTED',
      `The key of integration ${id} is not in the store. Make a new one with regenerate.`,
    );
  const until = await previousKeyUntil(dependencies, record);
  return {
    key,
    ...(until === undefined ? {} : { previousKeyValidUntil: isoTime(until) }),
    files: setup.render({ integrationId: String(id), key, ...options }),
    versions,
  };
}

/**
 * Creates a new key for an existing integration. Concurrent calls follow each other, because each ends the key before its own.
 *
 * @throws ServiceError `INTEGRATION_BUSY`, because a key that is created during a removal would outlive the integration.
 */
export async function regenerateKey(
  dependencies: Pick<IntegrationDependencies, 'registry' | 'store' | 'secrets' | 'clock' | 'random'>,
  id: number,
): Promise<IntegrationRecord> {
  const { store, registry, clock, random } = dependencies;
  const secrets = await dependencies.secrets.withSealingKey();
  return store.transaction(async (transaction) => {
    const record = await findIntegration(transaction, id, { lock: 'update' });
    await refuseBusy(transaction, record);
    await issueIntegrationKey({ secrets, clock, random }, transaction, registry.of(record), id);
    return record;
  });
}

async function previousKeyUntil(
  dependencies: Pick<IntegrationDependencies, 'store' | 'clock'>,
  record: IntegrationRecord,
): Promise<number | undefined> {
  const rows = await dependencies.store.find('integrationKeys', {
    where: { integrationId: record.id, validUntil: { gt: dependencies.clock.now() } },
  });
  return rows.length === 0 ? undefined : Math.max(...rows.map((row) => row.validUntil ?? 0));
}

function clientSetupOf(definition: AnyPluginDefinition): ClientSetup {
  if (definition.clientSetup) return definition.clientSetup;
  throw invalidRequest([
    { path: 'id', message: `${definition.type} is set up by the service and has no client set-up.` },
  ]);
}
