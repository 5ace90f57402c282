import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createStoredContext, type StoredContextDependencies } from '../plugin-versions/stored-context.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { clearsByValue } from './clears-by-value.ts';
import { promoteStaged } from './promote-staged.ts';
import { provingStage, trySignIn } from './try-sign-in.ts';

/** Signs in with secrets and returns whether the platform accepted them; undefined if this cannot be determined now. */
type Proof = (secrets: Readonly<Record<string, string>>) => Promise<boolean | undefined>;

/**
 * Determines which of two secrets the platform has after an unfinished rotation: it tries the staged one first, then the current
 * one. If this cannot be determined, both are kept. Call it before any other use of an integration's service account; without a
 * staged secret, it costs one read of the store.
 *
 * Source: plugin model, rule 9 ("resume tries pending, then current").
 */
export async function resolveStagedSecret(
  dependencies: StoredContextDependencies & Pick<IntegrationDependencies, 'store' | 'options'>,
  record: IntegrationRecord,
  signal?: AbortSignal,
): Promise<void> {
  const owner = integrationSecretOwner(record.id);
  const staged = await dependencies.secrets.readStaged(owner);
  if (Object.keys(staged).length === 0) return;
  const current = await dependencies.secrets.readAll(owner);
  const prove = proofOf(dependencies, record, { ...current, ...staged }, signal ?? new AbortController().signal);
  const isStagedRight = await prove({ ...current, ...staged });
  if (isStagedRight === undefined) return;
  if (!isStagedRight && !(await prove(current))) return;
  const retired = isStagedRight ? await slotClearedByValue(dependencies, record, current) : undefined;
  await dependencies.store.transaction(async (transaction) => {
    const { id, version, status } = record;
    // Another operation with its own staged secret may have begun.
    const [same] = await transaction.find('integrations', { where: { id, version, status }, lock: 'update' });
    if (!same) return;
    if (isStagedRight) await promoteStaged(dependencies, transaction, id, retired);
    else await dependencies.secrets.discardStaged(transaction, owner);
  });
}

/** Returns the rotated slot, if the platform removes its secrets by their value. */
async function slotClearedByValue(
  dependencies: StoredContextDependencies,
  record: IntegrationRecord,
  secrets: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { definition, listObjects } = await createStoredContext(dependencies, record, { generated: secrets });
  const rotation = listObjects(record.facts).find(({ declared }) => declared.rotate)?.declared.rotate;
  return rotation && clearsByValue(definition, rotation) ? rotation.slot : undefined;
}

function proofOf(
  dependencies: StoredContextDependencies & Pick<IntegrationDependencies, 'options'>,
  record: IntegrationRecord,
  known: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Proof {
  return async (secrets) => {
    const operationContext = await createStoredContext(dependencies, record, {
      generated: secrets,
      alsoSecret: Object.values(known),
    });
    try {
      const stage = provingStage(operationContext);
      if (stage === undefined) return undefined;
      const failure = await trySignIn(dependencies, operationContext, stage, 'service', signal);
      return failure === undefined ? true : failure.class === 'credentials' ? false : undefined;
    } finally {
      await operationContext.sessions.close();
    }
  };
}
