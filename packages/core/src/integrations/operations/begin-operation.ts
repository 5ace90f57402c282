import type { Plan } from '../../changes/plan/plan.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import type { OperationKind } from './operation-kinds.ts';

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
