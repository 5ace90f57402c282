import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { PlannedRemoval, RemovalVerdict } from '../../options/planned-removal.ts';
import type { Change } from '../plan/change-set.ts';
import type { FoundRuntimeObjects } from './find-runtime-objects.ts';

/** The question that the host answers before a removal. */
export interface RemovalQuestion {
  beforeRemove(removal: PlannedRemoval): Promise<RemovalVerdict>;
}

/**
 * Asks the host about the objects to be dropped, if there are any.
 *
 * @returns true when foreign contents may be dropped with their container.
 * @throws ServiceError `REMOVAL_REFUSED` with the host's reason.
 */
export async function askHost(
  { beforeRemove }: RemovalQuestion,
  about: Pick<PlannedRemoval, 'integrationId' | 'type' | 'operation' | 'dryRun'>,
  drops: readonly Change[],
  { shown, blocked }: FoundRuntimeObjects,
): Promise<{ readonly allowContents: boolean }> {
  const objects = drops
    .filter(({ action, isRuntime }) => action === 'drop' && !isRuntime)
    .map(({ object: { key, kind, name } }) => ({ key, kind, name }));
  if (objects.length + shown.length === 0) return { allowContents: false };
  const foreignContents = blocked.flatMap(({ object, foreignContents: found }) =>
    found.map((each) => ({ ...each, in: object.key })),
  );
  const verdict = await beforeRemove({ ...about, objects, runtimeObjects: shown, foreignContents });
  if (!verdict) return { allowContents: false };
  if (!('refuse' in verdict)) return { allowContents: verdict.allowContents === true };
  const what = about.operation === 'delete' ? 'removal' : 'change';
  throw new ServiceError(
    'REMOVAL_REFUSED',
    `The host refused the ${what} of integration ${about.integrationId}: ${verdict.refuse}`,
    { details: { objects, runtimeObjects: shown } },
  );
}
