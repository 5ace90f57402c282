import type { SecretExpiry } from '@portcullis/plugin-api';
import { takeLease } from '../../kernel/lifetime/take-lease.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { readStored } from '../plugin-versions/stored-integration.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';

/** The beginning of the names of leases that each stand for a report of the last day. */
export const EXPIRY_LEASE = 'secret.expiring:';

/**
 * Reports to the host the secrets of an integration that expire soon or have expired: those with an expiry that the plugin knows,
 * and those generated for a limited time. At most once a day per secret, over all nodes.
 */
export async function forecastExpiries(
  dependencies: Pick<
    IntegrationDependencies,
    'store' | 'registry' | 'secrets' | 'events' | 'clock' | 'options' | 'nodeId'
  >,
  record: IntegrationRecord,
): Promise<void> {
  const now = dependencies.clock.now();
  const soon = now + dependencies.options.secretExpiryWarningDays * DAY_MS;
  for (const { secret, expiresAt } of await expiriesOf(dependencies, record)) {
    if (expiresAt > soon) continue;
    if (!(await takeLease(dependencies, `${EXPIRY_LEASE}${record.id}:${secret}`, DAY_MS))) continue;
    dependencies.events.emit('secret.expiring', {
      integrationId: record.id,
      type: record.type,
      secret,
      expiresAt: isoTime(expiresAt),
      expired: expiresAt <= now,
    });
  }
}

async function expiriesOf(
  dependencies: Pick<IntegrationDependencies, 'registry' | 'secrets'>,
  record: IntegrationRecord,
): Promise<readonly SecretExpiry[]> {
  const definition = dependencies.registry.find(record.type);
  const limited = Object.entries(definition?.generatedSecrets ?? {}).filter(([, { validDays }]) => validDays);
  if (!definition || (!definition.expiries && limited.length === 0)) return [];
  const owner = integrationSecretOwner(record.id);
  const since = limited.length > 0 ? await dependencies.secrets.currentSince(owner) : {};
  const generated = limited.flatMap(([secret, { validDays = 0 }]) =>
    since[secret] === undefined ? [] : [{ secret, expiresAt: since[secret] + validDays * DAY_MS }],
  );
  if (!definition.expiries) return generated;
  return [...generated, ...definition.expiries((await readStored(dependencies, definition, record)).restored)];
}
