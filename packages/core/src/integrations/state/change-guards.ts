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
 * Refuses a change while an operation runs, naming the state, the operation and since when.
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
 * Refuses a PUT on something that is gone.
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
 * Refuses a change of another version than the caller knows. The details name the current one.
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

/** The stored state that a PUT is compared with. */
export interface EditBaseline {
  readonly definition: AnyPluginDefinition;
  readonly record: IntegrationRecord;
  /** The stored config with its secrets; privileged values are absent. */
  readonly restored: Readonly<Record<string, unknown>>;
  /** Nothing of a failed creation is left: all but the target is unlocked. */
  readonly unlocked: boolean;
}

/**
 * Refuses a PUT for another type: nothing else of it can be compared.
 *
 * @throws ServiceError `ATTRIBUTES_NOT_EDITABLE`
 */
export function refuseOtherType(record: IntegrationRecord, type: string): void {
  refuseChanged(type === record.type ? [] : ['type']);
}

/**
 * Refuses a PUT that changes autoBootstrap or immutable paths of the config, or that names another target in a path that may
 * change otherwise. Lists every one, sorted.
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

/** A credential may be replaced, and may name another target: what it names is as fixed as what the config names itself. */
function replacedTargets(baseline: EditBaseline, config: object): readonly string[] {
  const isCovered = (path: string): boolean =>
    baseline.definition.immutable.some((each) => each === path || each.startsWith(`${path}.`));
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

/** Privileged values are given again with each request: there is nothing to compare them with. */
function isPrivileged({ definition, record }: EditBaseline, path: string): boolean {
  const [first = path] = path.split('.');
  return record.autoBootstrap && (definition.privileged ?? []).includes(first);
}

/** Returns whether the new value at a path, alone, would change the target of the stored config. */
function movesTarget({ definition, restored }: EditBaseline, config: object, path: string): boolean {
  const identity = (each: object): string => JSON.stringify(definition.target(each)?.identity);
  return identity(withValueAt(restored, path, valueAt(config, path))) !== identity(restored);
}
