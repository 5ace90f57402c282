import type { Plan } from '../../changes/plan/plan.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations, TenantStore } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { IntegrationEventSink } from '../events/integration-events.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/** The kinds of operation. */
export const OPERATION_KINDS = ['create', 'edit', 'delete', 'force-disable', 'migrate', 'rotate'] as const;

/** The status of an operation. `interrupted`: its process stopped, or an unexpected error ended it. */
export const OPERATION_STATUSES = ['running', 'succeeded', 'failed', 'interrupted'] as const;

type OperationKind = (typeof OPERATION_KINDS)[number];

/** The input for a new operation. */
export interface NewOperation {
  readonly integrationId: number;
  readonly kind: OperationKind;
  readonly scope: string;
  readonly requestedBy: number | null;
  readonly plan: Plan | null;
  readonly validationResults: ValidationResults | null;
}

/** Stores a running operation, leased to this node. */
export async function beginOperation(
  store: StoreOperations,
  clock: Clock,
  lease: { readonly owner: string; readonly milliseconds: number },
  operation: NewOperation,
): Promise<Row<'operations'>> {
  const now = clock.now();
  return store.insert('operations', {
    ...operation,
    plan: operation.plan as unknown,
    validationResults: operation.validationResults as unknown,
    planHash: operation.plan?.hash ?? null,
    status: 'running',
    leaseOwner: lease.owner,
    leaseUntil: now + lease.milliseconds,
    leaseGeneration: 1,
    startedAt: now,
  });
}

/**
 * Ends an operation if it is still running under this lease. Returns whether it was.
 *
 * @param leftovers - its leftovers on the platform, one text each.
 */
export async function finishOperation(
  store: StoreOperations,
  clock: Clock,
  operation: Pick<Row<'operations'>, 'id' | 'leaseGeneration'>,
  status: 'succeeded' | 'failed' | 'interrupted',
  error: { readonly class: string; readonly message: string } | null,
  leftovers: readonly string[] = [],
): Promise<boolean> {
  const changed = await store.update(
    'operations',
    { id: operation.id, status: 'running', leaseGeneration: operation.leaseGeneration },
    { status, error, leftovers: leftovers.length > 0 ? leftovers : null, finishedAt: clock.now(), leaseUntil: null },
  );
  return changed === 1;
}

/** Reports the end of an operation to the host. Call it after the commit. */
export function emitFinished(
  { events, clock }: { readonly events: IntegrationEventSink; readonly clock: Clock },
  { id, integrationId, kind, startedAt }: Pick<Row<'operations'>, 'id' | 'integrationId' | 'kind' | 'startedAt'>,
  status: 'succeeded' | 'failed' | 'interrupted',
): void {
  const durationMs = Math.max(0, clock.now() - startedAt);
  events.emit('operation.finished', { integrationId, operationId: id, kind, status, durationMs });
}

/**
 * Refuses a transaction whose operation no longer runs under its lease: a process that was suspended for too long must not write
 * after another one has finalized the operation.
 */
export async function requireLease(
  transaction: StoreOperations,
  { id, leaseGeneration }: Pick<Row<'operations'>, 'id' | 'leaseGeneration'>,
): Promise<void> {
  const where = { id, status: 'running', leaseGeneration };
  const [running] = await transaction.find('operations', { where, lock: 'update' });
  if (!running) throw new Error('The lease was lost.');
}

/**
 * Renews the lease of a running operation. If the lease is lost because this process was suspended and another node ended the
 * operation, `onLost` is called and nothing more may be written.
 *
 * @returns a function that stops the renewal.
 */
export function keepLease(
  store: TenantStore,
  clock: Clock,
  operation: Row<'operations'>,
  milliseconds: number,
  onLost: () => void,
): () => void {
  let stopped = false;
  let cancel = (): void => {};
  const beat = async (): Promise<void> => {
    const kept = await store
      .update(
        'operations',
        { id: operation.id, status: 'running', leaseGeneration: operation.leaseGeneration },
        { leaseUntil: clock.now() + milliseconds },
      )
      .catch(() => 1);
    if (stopped) return;
    if (kept === 1) schedule();
    else onLost();
  };
  const schedule = (): void => {
    cancel = clock.after(milliseconds / 3, () => void beat());
  };
  schedule();
  return () => {
    stopped = true;
    cancel();
  };
}
