import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { generateSecret } from './generate-secret.ts';

/** The service account's secrets by slot. */
export interface ServiceSecrets {
  /** All of them. */
  readonly all: Readonly<Record<string, string>>;
  /** The secrets that were just generated and are not stored yet. */
  readonly fresh: Readonly<Record<string, string>>;
}

/**
 * Returns the service account's secrets: the stored ones, and new ones for the slots without one. Pending secrets of an
 * interrupted or failed set-up take precedence, because an existing account has them.
 *
 * @param options.integrationId - omitted for an integration that does not exist yet.
 * @param options.generate - false for a dry run, which generates none.
 */
export async function resolveServiceSecrets(
  dependencies: Pick<IntegrationDependencies, 'secrets' | 'random'>,
  definition: AnyPluginDefinition,
  { integrationId, generate }: { readonly integrationId?: number; readonly generate: boolean },
): Promise<ServiceSecrets> {
  const policies = Object.entries(definition.generatedSecrets ?? {});
  const stored =
    integrationId === undefined
      ? {}
      : await dependencies.secrets.readAll(integrationSecretOwner(integrationId), { preferPending: true });
  const known = Object.fromEntries(
    policies.flatMap(([slot]) => (stored[slot] === undefined ? [] : [[slot, stored[slot]]])),
  );
  const missing = generate ? policies.filter(([slot]) => known[slot] === undefined) : [];
  const fresh = Object.fromEntries(
    await Promise.all(
      missing.map(async ([slot, policy]) => [slot, await generateSecret(policy, dependencies.random)] as const),
    ),
  );
  return { all: { ...known, ...fresh }, fresh };
}

/** Seals new secrets as pending; they become current after a connection with them has succeeded. */
export async function storePending(
  sealed: SealedSecrets,
  transaction: StoreTransaction,
  integrationId: number,
  fresh: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [slot, secret] of Object.entries(fresh))
    await sealed.put(transaction, integrationSecretOwner(integrationId), slot, secret, 'pending');
}
