import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations, TenantStore } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';

/** The error of a process whose operation another node has ended: nothing more may be written. */
export class LeaseLostError extends Error {
  constructor() {
    super('The lease was lost.');
    this.name = 'LeaseLostError';
  }
}

/**
 * Refuses a transaction whose operation no longer runs under its lease: a process that was suspended for too long must not write
 * after another one has finalized the operation.
 *
 * @throws LeaseLostError
 */
export async function requireLease(
  transaction: StoreOperations,
  { id, leaseGeneration }: Pick<Row<'operations'>, 'id' | 'leaseGeneration'>,
): Promise<void> {
  const where = { id, status: 'running', leaseGeneration };
  const [running] = await transaction.find('operations', { where, lock: 'update' });
  if (!running) throw new LeaseLostError();
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
