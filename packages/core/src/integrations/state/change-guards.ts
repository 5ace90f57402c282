import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { valueAt, withValueAt } from '../../kernel/input/config-paths.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { ENDED_STATUSES } from '../lifecycle/lifecycle.ts';
import { currentState } from './current-state.ts';
import type { IntegrationRecord } from './integration-record.ts';

/**
 * Refuses a change while an operation runs. The error names the state, the operation and its start.
 *
 * @throws ServiceError `INTEGRATION_BUSY`
 */
export async function refuseBusy(store: StoreOperations, record: IntegrationRecord): Promise<void> {
  const { isBusy, text, details, retryAfter } = await currentState(store, record);
  if (!isBusy) return;
  throw new ServiceError('INTEGRATION_BUSY', `Integration ${record.id} ${text}. Poll its status and try again.`, {
    details,
    ...retryAfter,
  });
}

/**
 * Refuses a PUT on an ended integration.
 *
 * @throws ServiceError `INTEGRATION_ENDED`
 */
export function refuseEnded(record: IntegrationRecord): void {
  if (!ENDED_STATUSES.includes(record.status as IntegrationStatus)) return;
  const { id, status, statusSince } = record;
  const since = isoTime(statusSince);
  throw new ServiceError(
    'INTEGRATION_ENDED',
    `Integration ${id} is ${status} (since ${since}). Create it again with POST /integrations.`,
    { details: { status, since } },
  );
}

/**
 * Refuses a change of a version other than the one that the caller knows. The details name the current one.
 *
 * @throws ServiceError `VERSION_MISMATCH`
 */
export function refuseOtherVersion(
  { id, version }: Pick<IntegrationRecord, 'id' | 'version'>,
  ifMatch: number | readonly number[] | undefined,
): void {
  if (ifMatch === undefined) return;
  const sent = [ifMatch].flat();
  if (sent.includes(version)) return;
  const named = sent.length === 0 ? 'and If-Match names no version that can match' : `not ${sent.join(' or ')}`;
  throw new ServiceError(
    'VERSION_MISMATCH',
    `Integration ${id} has version ${version} now, ${named}: read it again, then repeat your change.`,
    {
      details: { sent, current: version },
    },
  );
}

/** The stored state with which a PUT is compared. */
export interface EditBaseline {
  readonly definition: AnyPluginDefinition;
  readonly record: IntegrationRecord;
  /** The stored config with its secrets; privileged values are absent. */
  readonly restored: Readonly<Record<string, unknown>>;
  /** True if nothing of a failed creation is left, so that everything except the target can change. */
  readonly unlocked: boolean;
}

/**
 * Refuses a PUT for another type, whose config cannot be compared.
 *
 * @throws ServiceError `ATTRIBUTES_NOT_EDITABLE`
 */
export function refuseOtherType(record: IntegrationRecord, type: string): void {
  refuseChanged(type === record.type ? [] : ['type']);
}

/**
 * Refuses a PUT that changes autoBootstrap or immutable paths of the config, or that names another target in a mutable path.
 * Lists all of them, sorted.
 *
 * @throws ServiceError `ATTRIBUTES_NOT_EDITABLE`
 */
export function refuseImmutable(
  baseline: EditBaseline,
  sent: { readonly autoBootstrap: boolean; readonly config: object },
): void {
  const { definition, record, restored, unlocked } = baseline;
  const differing = definition.immutable.filter((path) => {
    const stored = valueAt(restored, path);
    return !isPrivileged(baseline, path) && JSON.stringify(stored) !== JSON.stringify(valueAt(sent.config, path));
  });
  const refused = unlocked ? differing.filter((path) => movesTarget(baseline, sent.config, path)) : differing;
  const moving = replacedTargets(baseline, sent.config);
  const isOtherMode = sent.autoBootstrap !== record.autoBootstrap && !unlocked;
  refuseChanged([
    ...(isOtherMode ? ['autoBootstrap'] : []),
    ...[...refused, ...moving].map((path) => `config.${path}`),
  ]);
}

/** A credential may be replaced, but the target that it names is as immutable as the target in the config itself. */
function replacedTargets(baseline: EditBaseline, config: object): readonly string[] {
  const isCovered = (path: string): boolean =>
    baseline.definition.immutable.some((field) => field === path || field.startsWith(`${path}.`));
  return Object.keys(config).filter(
    (path) => !isCovered(path) && !isPrivileged(baseline, path) && movesTarget(baseline, config, path),
  );
}

function refuseChanged(changed: readonly string[]): void {
  if (changed.length === 0) return;
  const paths = [...changed].sort();
  throw new ServiceError(
    'ATTRIBUTES_NOT_EDITABLE',
    `These attributes cannot be changed: ${paths.join(', ')}. Send them as they are stored, or delete the integration and create another.`,
    {
      details: paths.map((path) => ({ path, message: 'This cannot be changed.' })),
    },
  );
}

/** Privileged values are sent with each request and not stored, so they cannot be compared. */
function isPrivileged({ definition, record }: EditBaseline, path: string): boolean {
  const [first = path] = path.split('.');
  return record.autoBootstrap && (definition.privileged ?? []).includes(first);
}

/** Returns whether only the new value at a path would change the target of the stored config. */
function movesTarget({ definition, restored }: EditBaseline, config: object, path: string): boolean {
  const identity = (config: object): string => JSON.stringify(definition.target(config)?.identity);
  return identity(withValueAt(restored, path, valueAt(config, path))) !== identity(restored);
}
