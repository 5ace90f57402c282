import type { StoreTransaction } from '../../ports/store/store.ts';

/** How an attempt went for its webhook. */
export interface HealthNote {
  readonly webhookId: number;
  readonly succeeded: boolean;
}

/** How the attempts of a batch went for one webhook, in the order in which they ended. */
interface Tally {
  /** Whether any succeeded: failures before the batch count no more. */
  readonly recovered: boolean;
  /** Failures since the last success. */
  readonly failures: number;
}

/** Keeps how often each webhook has failed in a row and since when. Rows change only where something changed. */
export async function recordHealth(
  transaction: StoreTransaction,
  notes: readonly HealthNote[],
  now: number,
): Promise<void> {
  const tallies = tallyUp(notes);
  const recovered = [...tallies].filter(([, tally]) => tally.recovered).map(([webhookId]) => webhookId);
  if (recovered.length > 0) {
    await transaction.update(
      'webhooks',
      { id: { in: recovered }, consecutiveFailures: { gt: 0 } },
      { consecutiveFailures: 0, failingSince: null },
    );
  }
  for (const [id, { failures }] of [...tallies].sort(([left], [right]) => left - right)) {
    if (failures === 0) continue;
    await transaction.update('webhooks', { id }, { consecutiveFailures: { increment: failures } });
    await transaction.update('webhooks', { id, failingSince: null }, { failingSince: now });
  }
}

function tallyUp(notes: readonly HealthNote[]): ReadonlyMap<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const { webhookId, succeeded } of notes) {
    const before = tallies.get(webhookId) ?? { recovered: false, failures: 0 };
    tallies.set(webhookId, succeeded ? { recovered: true, failures: 0 } : { ...before, failures: before.failures + 1 });
  }
  return tallies;
}
