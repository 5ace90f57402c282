import type { RetryPolicy } from '../../options/retry-policy.ts';
import type { Settings } from '../../options/settings.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow, Row } from '../../ports/store/tables.ts';
import { attemptRow } from '../attempt/attempt-row.ts';
import { type Decision, decide } from '../attempt/retry-schedule/decide.ts';
import { verdictOf } from '../breaker/breaker.ts';
import type { FailureWindow } from '../breaker/failure-window.ts';
import { type HealthChange, recordHealth } from '../breaker/record-health.ts';
import { lockEndpointQueues } from '../endpoint-queues/lock-endpoint-queues.ts';
import type { EndedDelivery } from './ended-delivery.ts';
import { healthEffectsOf, isBreakerTripped } from './health-effects.ts';
import { requeue } from './requeue.ts';
import { type DecidedDelivery, writeEnds } from './write-ends.ts';

/** Returns whether all outcomes are successes, which affect neither the endpoint queues nor the next claim. */
export function allSucceeded(ended: readonly EndedDelivery[]): boolean {
  return ended.every(({ claimed, attempt }) => verdictOf(attempt.outcome) === 'success' && !isBreakerTripped(claimed));
}

/** Inputs for the recording of outcomes. */
export interface OutcomeContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The settings of the deliveries' tenants. */
  readonly settings: ReadonlyMap<string, Settings>;
  readonly policy: RetryPolicy;
  /** A number in [0, 1), for jitter. */
  readonly fraction: () => number;
  readonly window: FailureWindow;
}

/** A recorded attempt. */
export interface RecordedAttempt {
  readonly attempt: OwnedRow<'attempts'>;
  readonly decision: Decision;
  /** True if another node had taken over the delivery, so that only the record was written. */
  readonly late: boolean;
}

/** An endpoint queue that is to be claimed. */
interface Continuation {
  readonly webhookId: number;
  /** Milliseconds since 1970; undefined for now. */
  readonly dueAt: number | undefined;
}

/** The result of recording a batch of attempts. */
export interface RecordedOutcomes {
  /** The attempts that have a record. */
  readonly attempts: readonly RecordedAttempt[];
  /** Endpoint queues with deliveries to retry or to hold. */
  readonly continuations: readonly Continuation[];
  /** The changes in endpoints' health. */
  readonly changes: readonly HealthChange[];
  /** Endpoint queues whose breaker has closed, so that they continue immediately. */
  readonly resumed: readonly number[];
}

/** A delivery whose end was written, if its lease was not lost. */
interface SettledDelivery extends DecidedDelivery {
  /** True if another node has taken the delivery over, or it was removed. */
  readonly late: boolean;
}

/**
 * Records the outcomes of attempts and the next steps of their deliveries, in one transaction. If the lease generation shows
 * that another node has taken a delivery over, its next step is left to that node.
 */
export async function recordOutcomes(
  transaction: AllTenantsTransaction,
  ended: readonly EndedDelivery[],
  context: OutcomeContext,
): Promise<RecordedOutcomes> {
  if (ended.length === 0) return { attempts: [], continuations: [], changes: [], resumed: [] };
  const decided = ended.map((each) => ({ ...each, decision: decisionFor(each, context) }));
  const needQueue = decided.filter(
    ({ claimed, decision }) => decision.kind !== 'succeeded' || isBreakerTripped(claimed),
  );
  const endpointQueues = await lockEndpointQueues(transaction, [...new Set(needQueue.map(webhookIdOf))]);
  const held = await writeEnds(transaction, decided, context.now);
  const deliveries: readonly SettledDelivery[] = decided.map((each) => ({
    ...each,
    late: !held.has(each.claimed.delivery.id),
  }));
  const removed = await removedOf(transaction, deliveries);
  const recorded = deliveries.filter((each) => leavesRecord(each) && !removed.has(each.claimed.delivery.id));
  const timely = deliveries.filter(({ late }) => !late);
  const [attempts, changes] = await Promise.all([
    recorded.length > 0 ? transaction.insertOwned('attempts', recorded.map(rowOf)) : [],
    updateEndpoints(transaction, timely, endpointQueues, context),
  ]);
  const resumed = changes.filter(({ kind }) => kind === 'breaker-closed').map(({ webhookId }) => webhookId);
  if (resumed.length > 0) {
    const { now } = context;
    await transaction.update(
      'endpointQueues',
      { webhookId: { in: resumed }, nextDueAt: { gt: now } },
      { nextDueAt: now },
    );
  }
  return {
    attempts: recorded.map(({ decision, late }, index) => ({
      attempt: attempts[index] as OwnedRow<'attempts'>,
      decision,
      late,
    })),
    continuations: [...continuationsOf(timely), ...changes.flatMap(continuationAfter)],
    changes,
    resumed,
  };
}

function decisionFor(
  { claimed, attempt, interruptions }: EndedDelivery,
  { now, settings, policy, fraction }: OutcomeContext,
): Decision {
  const { tenant, attempts, attemptsBefore } = claimed.delivery;
  const number = attempts - attemptsBefore;
  return decide(attempt.outcome, {
    number,
    now,
    settings: settingsIn(settings, tenant),
    policy,
    fraction: fraction(),
    interruptions,
  });
}

/** Excludes attempts that were never sent. An interrupted attempt is recorded by the node that took it over. */
function leavesRecord({ attempt: { outcome }, late }: SettledDelivery): boolean {
  if (outcome.kind === 'response') return true;
  return outcome.phase !== 'queue' && !(late && outcome.phase === 'interrupted');
}

/**
 * Returns the deliveries that no longer exist because their tenant was removed; their attempts have no record. The others are
 * locked.
 */
async function removedOf(
  transaction: AllTenantsTransaction,
  deliveries: readonly SettledDelivery[],
): Promise<ReadonlySet<number>> {
  const late = deliveries.filter((each) => each.late && leavesRecord(each)).map(({ claimed }) => claimed.delivery.id);
  if (late.length === 0) return new Set();
  const rows = await transaction.find('deliveries', {
    where: { id: { in: late } },
    orderBy: [['id', 'asc']],
    lock: 'update',
  });
  const known = new Set(rows.map(({ id }) => id));
  return new Set(late.filter((id) => !known.has(id)));
}

/** Returns one for each delivery to retry, and one for all that are released to an endpoint queue. */
function continuationsOf(deliveries: readonly SettledDelivery[]): readonly Continuation[] {
  const retries = deliveries.flatMap(({ claimed, decision }) =>
    decision.kind === 'retry' ? [{ webhookId: claimed.webhook.id, dueAt: decision.dueAt }] : [],
  );
  const released = new Set(deliveries.filter(({ decision }) => decision.kind === 'released').map(webhookIdOf));
  return [...retries, ...[...released].map((webhookId) => ({ webhookId, dueAt: undefined }))];
}

/** Deliveries of a disabled webhook are held when its endpoint queue is claimed next. */
function continuationAfter({ kind, webhookId }: HealthChange): readonly Continuation[] {
  return kind === 'disabled' ? [{ webhookId, dueAt: undefined }] : [];
}

/** Updates the endpoint queues and the health of the endpoints after attempts. */
async function updateEndpoints(
  transaction: AllTenantsTransaction,
  timely: readonly SettledDelivery[],
  endpointQueues: ReadonlyMap<number, Row<'endpointQueues'>>,
  { now, settings, policy, window }: OutcomeContext,
): Promise<readonly HealthChange[]> {
  await requeue(transaction, timely, endpointQueues, now);
  await pauseEndpoints(transaction, timely);
  return recordHealth(transaction, healthEffectsOf(timely, now, policy), {
    now,
    disableAfterDays: (tenant) => settingsIn(settings, tenant).webhookDisableAfterDays,
    window,
    breaker: policy.breaker,
  });
}

/** Pauses the endpoints of deliveries that wait for a key, since the others of the endpoint wait for it as well. */
async function pauseEndpoints(transaction: AllTenantsTransaction, timely: readonly SettledDelivery[]): Promise<void> {
  const paused = timely.flatMap(({ claimed, decision }) =>
    decision.kind === 'released' && decision.quietUntil !== undefined
      ? [{ id: claimed.webhook.id, quietUntil: decision.quietUntil }]
      : [],
  );
  const [first] = paused;
  if (!first) return;
  const { quietUntil } = first;
  const id = { in: [...new Set(paused.map((each) => each.id))] };
  await transaction.update(
    'webhooks',
    [
      { id, quietUntil: null },
      { id, quietUntil: { lt: quietUntil } },
    ],
    { quietUntil },
  );
}

function rowOf({ claimed, attempt, late }: SettledDelivery) {
  return attemptRow(claimed, { trigger: 'automatic', number: claimed.delivery.attempts, late }, attempt);
}

function webhookIdOf({ claimed }: EndedDelivery): number {
  return claimed.webhook.id;
}

function settingsIn(settings: ReadonlyMap<string, Settings>, tenant: string): Settings {
  const own = settings.get(tenant);
  if (!own) throw new TypeError(`The settings of the tenant ${JSON.stringify(tenant)} were not read.`);
  return own;
}
