import { DAY_MS } from '../../kernel/time/durations.ts';
import type { BreakerPolicy } from '../../options/retry-policy.ts';
import type { AllTenantsTransaction } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { AttemptResult } from '../attempt/attempt-outcome.ts';
import { openForMs, type Verdict } from './breaker.ts';
import { disableWebhook } from './disable-webhook.ts';
import type { FailureWindow } from './failure-window.ts';

/** The effect of an attempt on its endpoint's health. */
export interface HealthEffect {
  readonly webhookId: number;
  readonly verdict: Verdict;
  /** The result of the attempt. */
  readonly result: AttemptResult;
  /** True if the breaker was open or half-open at the time of the attempt. */
  readonly breakerTripped: boolean;
  /** True when the attempt was the half-open probe. */
  readonly probe: boolean;
  /** True when its delivery was exhausted. */
  readonly exhausted: boolean;
  /** True when the receiver returned 410 Gone. */
  readonly gone: boolean;
  /** True for a notification about webhooks. */
  readonly operational: boolean;
  /** The time until which nothing else is sent, in milliseconds since 1970. */
  readonly quietUntil?: number | undefined;
}

/** A change in an endpoint's health, for the host and for operational notifications. */
export type HealthChange =
  | {
      readonly kind: 'breaker-opened';
      readonly tenant: string;
      readonly webhookId: number;
      readonly until: number;
      readonly failures: number;
      readonly step: number;
      /** The result of the attempt that opened it. */
      readonly result: AttemptResult | undefined;
      readonly operational: boolean;
    }
  | {
      readonly kind: 'breaker-closed';
      readonly tenant: string;
      readonly webhookId: number;
      readonly operational: boolean;
    }
  | { readonly kind: 'disabled'; readonly tenant: string; readonly webhookId: number; readonly reason: string };

/** Rules by which the health is evaluated. */
export interface HealthRules {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Returns the days of failure after which a tenant's webhook is disabled; 0: never. */
  readonly disableAfterDays: (tenant: string) => number;
  readonly window: FailureWindow;
  readonly breaker: BreakerPolicy;
}

type Health = Pick<
  OwnedRow<'webhooks'>,
  | 'consecutiveFailures'
  | 'failingSince'
  | 'outageFailures'
  | 'exhausted'
  | 'breakerUntil'
  | 'breakerStep'
  | 'quietUntil'
>;

/** The health of an endpoint without failures. */
export const NO_FAILURES = { consecutiveFailures: 0, failingSince: null, outageFailures: 0, exhausted: 0 } as const;

/**
 * Records the health of endpoints: consecutive failures and their start, the breaker, the pause that a receiver requested, and
 * the disabling of webhooks that have failed for too long. Only changed rows are written. The endpoint queues of endpoints that
 * failed or whose breaker was tripped must be locked.
 */
export async function recordHealth(
  transaction: AllTenantsTransaction,
  effects: readonly HealthEffect[],
  rules: HealthRules,
): Promise<readonly HealthChange[]> {
  const byWebhook = Map.groupBy(effects, ({ webhookId }) => webhookId);
  const [quick, slow] = partition([...byWebhook], ([, own]) => own.every(isPlainSuccess));
  for (const [webhookId, own] of quick) for (const _ of own) rules.window.record(webhookId, false, rules.now);
  if (quick.length > 0) {
    const ids = quick.map(([webhookId]) => webhookId);
    await transaction.update('webhooks', { id: { in: ids }, consecutiveFailures: { gt: 0 } }, NO_FAILURES);
  }
  if (slow.length === 0) return [];
  const ids = slow.map(([webhookId]) => webhookId);
  const rows = await transaction.find('webhooks', { where: { id: { in: ids } }, lock: 'update' });
  const changes: HealthChange[] = [];
  for (const row of rows) changes.push(...(await recordOne(transaction, row, byWebhook.get(row.id) ?? [], rules)));
  return changes;
}

async function recordOne(
  transaction: AllTenantsTransaction,
  row: OwnedRow<'webhooks'>,
  effects: readonly HealthEffect[],
  rules: HealthRules,
): Promise<readonly HealthChange[]> {
  const { now, window } = rules;
  let health: Health = row;
  for (const effect of effects) health = after(health, effect, rules);
  const { consecutiveFailures, failingSince, outageFailures, exhausted, breakerUntil, breakerStep, quietUntil } =
    health;
  const patch = {
    consecutiveFailures,
    failingSince,
    outageFailures,
    exhausted,
    breakerUntil,
    breakerStep,
    quietUntil,
  };
  await transaction.update('webhooks', { id: row.id }, patch);
  const { tenant } = row;
  const reason = reasonToDisable(health, effects, { now, days: rules.disableAfterDays(tenant) });
  if (reason !== undefined && (await disableWebhook(transaction.scoped(tenant), row.id, reason, now))) {
    window.reset(row.id);
    return [{ kind: 'disabled', tenant, webhookId: row.id, reason }];
  }
  if (breakerUntil === row.breakerUntil) return [];
  const common = { tenant, webhookId: row.id, operational: effects.every((effect) => effect.operational) };
  if (breakerUntil === null) return [{ kind: 'breaker-closed', ...common }];
  const result = effects.findLast(({ verdict }) => verdict !== 'success')?.result;
  return [
    { kind: 'breaker-opened', ...common, until: breakerUntil, failures: outageFailures, step: breakerStep, result },
  ];
}

/** Returns the health of an endpoint after one more attempt. */
function after(health: Health, effect: HealthEffect, { now, window, breaker }: HealthRules): Health {
  const { webhookId, verdict, probe } = effect;
  const failsOften = window.record(webhookId, verdict === 'outage', now);
  if (verdict === 'success') return { ...closed(health), ...NO_FAILURES };
  const failed = {
    ...health,
    consecutiveFailures: health.consecutiveFailures + 1,
    failingSince: health.failingSince ?? now,
    outageFailures: verdict === 'refusal' ? 0 : health.outageFailures + 1,
    exhausted: health.exhausted + (effect.exhausted ? 1 : 0),
    quietUntil:
      effect.quietUntil === undefined ? health.quietUntil : Math.max(effect.quietUntil, health.quietUntil ?? 0),
  };
  // A receiver that answers is reachable again.
  if (verdict === 'refusal') return probe ? closed(failed) : failed;
  const isOpen = health.breakerUntil !== null;
  const opens = isOpen ? probe : verdict === 'blocked' || failed.outageFailures >= breaker.outagesInARow || failsOften;
  if (!opens) return failed;
  window.reset(webhookId);
  return {
    ...failed,
    breakerUntil: now + openForMs(health.breakerStep, breaker),
    breakerStep: health.breakerStep + 1,
  };
}

function closed(health: Health): Health {
  return { ...health, breakerUntil: null, breakerStep: 0 };
}

function reasonToDisable(
  { failingSince, exhausted }: Health,
  effects: readonly HealthEffect[],
  { now, days }: { readonly now: number; readonly days: number },
): string | undefined {
  if (effects.some(({ gone }) => gone)) return 'The receiver returned 410 Gone.';
  if (days === 0 || failingSince === null || exhausted === 0) return undefined;
  if (now - failingSince < days * DAY_MS) return undefined;
  return `Nothing could be delivered for ${days} days.`;
}

function isPlainSuccess({ verdict, breakerTripped }: HealthEffect): boolean {
  return verdict === 'success' && !breakerTripped;
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
