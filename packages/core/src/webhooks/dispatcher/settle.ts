import type { Patch, StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { Settings } from '../../settings/settings-service.ts';
import type { AttemptOutcome, EndedAttempt } from '../delivery/attempt-outcome.ts';
import { attemptRow } from '../delivery/attempt-row.ts';
import { verdictOf } from '../endpoint-health/breaker.ts';
import type { DeliveryOptions } from '../endpoint-health/delivery-options.ts';
import type { FailureWindow } from '../endpoint-health/failure-window.ts';
import { type HealthChange, type HealthNote, recordHealth } from '../endpoint-health/record-health.ts';
import { lockLanes } from '../lanes/lock-lanes.ts';
import { type Decision, decide } from '../retry-policy/decide.ts';
import { retryAfterMs } from '../retry-policy/retry-after.ts';
import { type ClaimedDelivery, subjectOf } from './claimed-delivery.ts';
import { returnToLanes } from './return-to-lanes.ts';

/** A claimed delivery whose attempt has ended. */
export interface EndedDelivery {
  readonly claimed: ClaimedDelivery;
  readonly attempt: EndedAttempt;
}

/** What settling depends on. */
export interface SettleContext {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly settings: Settings;
  /** A number in [0, 1), for jitter. */
  readonly fraction: () => number;
  readonly window: FailureWindow;
}

/** What became of an attempt. */
export interface SettledAttempt {
  readonly attempt: Row<'attempts'>;
  readonly decision: Decision;
  /** Whether the delivery was somebody else's by then: only the record was written. */
  readonly late: boolean;
}

/** What a batch of attempts came to. */
export interface Settled {
  readonly attempts: readonly SettledAttempt[];
  /** What changed for endpoints. */
  readonly changes: readonly HealthChange[];
  /** Lanes that may go on at once: their breaker has closed. */
  readonly opened: readonly number[];
}

interface Case extends EndedDelivery {
  readonly decision: Decision;
  readonly late: boolean;
}

/**
 * Records how attempts ended and what becomes of their deliveries, all in one transaction. A delivery that was taken over
 * meanwhile, by its lease generation, keeps what its new owner makes of it.
 */
export async function settle(
  transaction: StoreTransaction,
  ended: readonly EndedDelivery[],
  context: SettleContext,
): Promise<Settled> {
  if (ended.length === 0) return { attempts: [], changes: [], opened: [] };
  const decided = ended.map((each) => ({ ...each, decision: decisionFor(each, context) }));
  const needLane = decided.filter(({ claimed, decision }) => decision.kind !== 'succeeded' || isGuarded(claimed));
  const lanes = await lockLanes(transaction, [...new Set(needLane.map(webhookIdOf))]);
  const held = await stillHeld(transaction, ended);
  const cases: readonly Case[] = decided.map((each) => ({ ...each, late: !held.has(each.claimed.delivery.id) }));

  const attempts = await transaction.insertAbsent('attempts', cases.map(rowOf));
  const timely = cases.filter(({ late }) => !late);
  await finish(transaction, timely, context.now);
  await returnToLanes(transaction, timely, lanes, context.now);
  const { now, settings, window } = context;
  const disableAfterDays = settings.webhookDisableAfterDays;
  const changes = await recordHealth(transaction, notesOf(timely, now), { now, disableAfterDays, window });
  const opened = changes.filter(({ kind }) => kind === 'breaker-closed').map(({ webhookId }) => webhookId);
  if (opened.length > 0) {
    await transaction.update('lanes', { webhookId: { in: opened }, nextDueAt: { gt: now } }, { nextDueAt: now });
  }
  return {
    attempts: cases.map(({ decision, late }, index) => ({
      attempt: attempts[index] as Row<'attempts'>,
      decision,
      late,
    })),
    changes,
    opened,
  };
}

function decisionFor({ claimed, attempt }: EndedDelivery, { now, settings, fraction }: SettleContext): Decision {
  const { attempts, attemptsBefore } = claimed.delivery;
  return decide(attempt.outcome, { number: attempts - attemptsBefore, now, settings, fraction: fraction() });
}

/** The deliveries whose lease is still the one under which they were attempted; their rows are locked. */
async function stillHeld(transaction: StoreTransaction, ended: readonly EndedDelivery[]): Promise<ReadonlySet<number>> {
  const ids = ended.map(({ claimed }) => claimed.delivery.id);
  const rows = await transaction.find('deliveries', {
    where: { id: { in: ids } },
    orderBy: [['id', 'asc']],
    lock: 'update',
  });
  const current = new Map(rows.map((row) => [row.id, row]));
  const held = ended.filter(({ claimed: { delivery } }) => {
    const row = current.get(delivery.id);
    return row?.status === 'leased' && row.leaseGeneration === delivery.leaseGeneration;
  });
  return new Set(held.map(({ claimed }) => claimed.delivery.id));
}

function rowOf({ claimed, attempt, late }: Case) {
  return attemptRow(subjectOf(claimed), { trigger: 'automatic', number: claimed.delivery.attempts, late }, attempt);
}

/** Writes the ends that deliveries have come to: one statement for all that ended alike. */
async function finish(transaction: StoreTransaction, cases: readonly Case[], now: number): Promise<void> {
  const alike = new Map<string, { readonly ids: number[]; readonly patch: Patch<'deliveries'> }>();
  for (const { claimed, attempt, decision } of cases) {
    if (decision.kind === 'retry' || decision.kind === 'released') continue;
    const { outcome } = attempt;
    const status = decision.kind === 'succeeded' ? 'succeeded' : 'exhausted';
    const lastStatusCode = outcome.kind === 'response' ? outcome.statusCode : null;
    const patch = { status, lastStatusCode, doneAt: now, leaseOwner: null, leaseUntil: null };
    const known = alike.get(`${status} ${lastStatusCode}`);
    if (known) known.ids.push(claimed.delivery.id);
    else alike.set(`${status} ${lastStatusCode}`, { ids: [claimed.delivery.id], patch });
  }
  await Promise.all(
    [...alike.values()].map(({ ids, patch }) => transaction.update('deliveries', { id: { in: ids } }, patch)),
  );
}

/** What was given up at shut-down, lost in a crash, or stopped at the proxy says nothing about the receiver. */
function notesOf(cases: readonly Case[], now: number): readonly HealthNote[] {
  return cases
    .filter(({ decision, attempt }) => decision.kind !== 'released' && isAboutReceiver(attempt.outcome))
    .map((each) => ({
      webhookId: webhookIdOf(each),
      verdict: verdictOf(each.attempt.outcome),
      guarded: isGuarded(each.claimed),
      trial: each.claimed.trial,
      exhausted: each.decision.kind === 'exhausted' || each.decision.kind === 'gone',
      gone: each.decision.kind === 'gone',
      quietUntil: quietUntilOf(each, now),
    }));
}

/** A receiver that asks for time is left alone altogether; a lane in order waits for its first delivery. */
function quietUntilOf({ claimed, attempt, decision }: Case, now: number): number | undefined {
  const ordered = (claimed.webhook.options as DeliveryOptions).ordered && decision.kind === 'retry';
  if (ordered) return decision.dueAt;
  const { outcome } = attempt;
  if (outcome.kind === 'failure' || decision.kind === 'succeeded') return undefined;
  const wait = retryAfterMs(outcome.headers, now);
  return wait === undefined ? undefined : now + wait;
}

function isAboutReceiver(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'response' || (outcome.phase !== 'interrupted' && outcome.phase !== 'proxy');
}

function isGuarded({ webhook }: ClaimedDelivery): boolean {
  return webhook.breakerUntil !== null;
}

function webhookIdOf({ claimed }: EndedDelivery): number {
  return claimed.webhook.id;
}
