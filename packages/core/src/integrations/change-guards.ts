import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { ServiceError } from '../errors/service-error.ts';
import type { StoreOperations } from '../ports/store/store.ts';
import { isoTime } from '../time/iso-time.ts';
import { valueAt, withValueAt } from './config-paths.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { IntegrationStatus } from './integration-status.ts';
import { BUSY_STATUSES, ENDED_STATUSES } from './lifecycle.ts';

/** Seconds after which a busy integration is worth asking again. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Refuses a change while an operation runs, naming the state, the operation and since when.
 *
 * @throws ServiceError `INTEGRATION_BUSY`
 */
export async function refuseBusy(store: StoreOperations, record: IntegrationRecord): Promise<void> {
  if (!BUSY_STATUSES.includes(record.status as IntegrationStatus)) return;
  const [operation] = await store.find('operations', {
    where: { integrationId: record.id, status: 'running' },
    orderBy: [['id', 'desc']],
    limit: 1,
  });
  const since = isoTime(operation?.startedAt ?? record.statusSince);
  throw new ServiceError(
    'INTEGRATION_BUSY',
    `Integration ${record.id} is ${record.status} since ${since}${operation ? ` (operation ${operation.id})` : ''}. Poll its status and try again.`,
    {
      details: { status: record.status, since, ...(operation ? { operationId: operation.id } : {}) },
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );
}

/**
 * Refuses a PUT on something that is gone.
 *
 * @throws ServiceError `INTEGRATION_ENDED`
 */
export function refuseEnded(record: IntegrationRecord): void {
  if (!ENDED_STATUSES.includes(record.status as IntegrationStatus)) return;
  throw new ServiceError(
    'INTEGRATION_ENDED',
    `Integration ${record.id} is ${record.status}. Create it again with POST /integrations.`,
    { details: { status: record.status } },
  );
}

/** @throws ServiceError `VERSION_MISMATCH` */
export function refuseOtherVersion(record: IntegrationRecord, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === record.version) return;
  throw new ServiceError(
    'VERSION_MISMATCH',
    `Integration ${record.id} has version ${record.version} now, not ${ifMatch}.`,
    { details: { sent: ifMatch, current: record.version } },
  );
}

/** What a PUT may change besides what the plugin allows. */
export interface EditScope {
  /** After a failed creation everything but the target unlocks. */
  readonly neverCreated: boolean;
}

/**
 * Refuses a PUT that changes type, autoBootstrap or an immutable path. Lists every one, sorted.
 *
 * @throws ServiceError `ATTRIBUTES_NOT_EDITABLE`
 */
export function refuseImmutable(
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  sent: { readonly type: string; readonly autoBootstrap: boolean; readonly config: object },
  { neverCreated }: EditScope,
): void {
  const changed: string[] = [];
  if (sent.type !== record.type) changed.push('type');
  if (sent.autoBootstrap !== record.autoBootstrap && !neverCreated) changed.push('autoBootstrap');
  if (sent.type === record.type)
    changed.push(...changedPaths(definition, record, sent.config, neverCreated).map((path) => `config.${path}`));
  if (changed.length === 0) return;
  const paths = changed.sort();
  throw new ServiceError('ATTRIBUTES_NOT_EDITABLE', `These attributes cannot be changed: ${paths.join(', ')}.`, {
    details: paths.map((path) => ({ path, message: 'This cannot be changed.' })),
  });
}

function changedPaths(
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  config: object,
  neverCreated: boolean,
): readonly string[] {
  const differing = definition.immutable.filter(
    (path) => JSON.stringify(valueAt(record.config, path)) !== JSON.stringify(valueAt(config, path)),
  );
  return neverCreated ? differing.filter((path) => movesTarget(definition, record, config, path)) : differing;
}

/** Whether the new value at a path, alone, would make another target of the stored config. */
function movesTarget(
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  config: object,
  path: string,
): boolean {
  const stored = record.config as Readonly<Record<string, unknown>>;
  const identity = (each: object): string => JSON.stringify(definition.target(each)?.identity);
  return identity(withValueAt(stored, path, valueAt(config, path))) !== identity(stored);
}
