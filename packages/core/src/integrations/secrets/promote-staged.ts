import { entriesOf } from '../../changes/ledger/read-ledger.ts';
import { keepOutputs } from '../../changes/ledger/write-ledger.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { CREDENTIAL_OUTPUT, STAGED_CREDENTIAL_OUTPUT } from './rotated-credential.ts';

/**
 * Makes the staged secret current, and records the credential that holds it on the platform.
 *
 * @param retired - the slot whose former secret is kept until it has been removed from the platform by its value.
 */
export async function promoteStaged(
  dependencies: Pick<IntegrationDependencies, 'secrets'>,
  transaction: StoreTransaction,
  integrationId: number,
  retired: string | undefined,
): Promise<void> {
  await dependencies.secrets.promoteStaged(transaction, integrationSecretOwner(integrationId), { retired });
  for (const { entry } of await entriesOf(transaction, integrationId)) {
    const name = entry.outputs?.[STAGED_CREDENTIAL_OUTPUT];
    if (name !== undefined) await keepOutputs(transaction, integrationId, entry.key, { [CREDENTIAL_OUTPUT]: name });
  }
}
