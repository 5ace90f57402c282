import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { PlannedRemoval, RemovalVerdict } from '../../options/planned-removal.ts';
import type { Work } from '../plan/change-set.ts';
import type { FoundMembers } from './find-members.ts';

/** The question that the host answers before a removal. */
export interface RemovalQuestion {
  beforeRemove(removal: PlannedRemoval): Promise<RemovalVerdict>;
}

/**
 * Shows the host what is about to be dropped. Where nothing is, nobody is asked.
 *
 * @throws ServiceError `REMOVAL_REFUSED` with the host's reason.
 */
export async function askHost(
  { beforeRemove }: RemovalQuestion,
  about: Pick<PlannedRemoval, 'integrationId' | 'type' | 'operation' | 'dryRun'>,
  drops: readonly Work[],
  { shown }: FoundMembers,
): Promise<void> {
  const objects = drops
    .filter(({ action, isRuntime }) => action === 'drop' && !isRuntime)
    .map(({ object: { key, kind, name } }) => ({ key, kind, name }));
  if (objects.length + shown.length === 0) return;
  const verdict = await beforeRemove({ ...about, objects, runtimeObjects: shown });
  if (!verdict) return;
  const what = about.operation === 'delete' ? 'removal' : 'change';
  throw new ServiceError(
    'REMOVAL_REFUSED',
    `The host refused the ${what} of integration ${about.integrationId}: ${verdict.refuse}`,
    { details: { objects, runtimeObjects: shown } },
  );
}
