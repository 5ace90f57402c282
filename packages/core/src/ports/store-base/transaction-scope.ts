import { StoreError } from '../store/store-error.ts';
import type { EngineOperations } from './store-engine.ts';

/** The lifecycle of one transaction: the calls that it accepts, and the actions after its commit. */
export interface TransactionScope {
  /** The operations of the engine. They are refused once the transaction has ended or one of them has failed. */
  readonly operations: EngineOperations;
  afterCommit(action: () => void): void;
  isOpen(): boolean;
  /** Returns the first failure of an operation, after which the transaction can only be rolled back. */
  failure(): { readonly cause: unknown } | undefined;
  /** Refuses further calls. Resolves when no call is running. */
  end(): Promise<void>;
  /** Runs the actions registered with `afterCommit`, once. */
  runAfterCommit(): void;
}

/** Opens the scope of a transaction around the operations of an engine. */
export function createTransactionScope(engine: EngineOperations): TransactionScope {
  let open = true;
  let failure: { readonly cause: unknown } | undefined;
  let inProgress = 0;
  let onIdle = (): void => {};
  const actions: (() => void)[] = [];

  function refuseWhenEnded(): void {
    if (!open) throw new StoreError('STORE_TRANSACTION_ENDED', 'This transaction has ended and takes no more calls.');
    if (failure) throw abandoned(failure.cause);
  }

  function guarded<Parameters extends unknown[], Result>(
    operation: (...parameters: Parameters) => Promise<Result>,
  ): (...parameters: Parameters) => Promise<Result> {
    return async (...parameters) => {
      refuseWhenEnded();
      inProgress += 1;
      try {
        return await operation(...parameters);
      } catch (cause) {
        failure ??= { cause };
        throw cause;
      } finally {
        inProgress -= 1;
        if (inProgress === 0) onIdle();
      }
    };
  }

  const guardedOperations = ({ scopedTo, findEach, ...operations }: EngineOperations): EngineOperations => ({
    insert: guarded(operations.insert),
    insertAbsent: guarded(operations.insertAbsent),
    restore: guarded(operations.restore),
    find: guarded(operations.find),
    ...(findEach && { findEach: guarded(findEach) }),
    count: guarded(operations.count),
    update: guarded(operations.update),
    remove: guarded(operations.remove),
    ...(scopedTo && { scopedTo: (tenant: string) => guardedOperations(scopedTo(tenant)) }),
  });

  return {
    operations: guardedOperations(engine),
    afterCommit(action) {
      refuseWhenEnded();
      actions.push(action);
    },
    isOpen: () => open,
    failure: () => failure,
    async end() {
      open = false;
      if (inProgress === 0) return;
      await new Promise<void>((resolve) => {
        onIdle = resolve;
      });
    },
    runAfterCommit() {
      for (const action of actions.splice(0)) {
        try {
          action();
        } catch (error) {
          // The commit is final, so an action that throws is reported as a defect and does not reject the transaction.
          process.emitWarning(error instanceof Error ? error : new Error(String(error)));
        }
      }
    },
  };
}

/** Returns the error of a transaction after one of its operations has failed. */
export function abandoned(cause: unknown): StoreError {
  const message = 'An earlier operation of this transaction failed; the transaction is rolled back.';
  return new StoreError('STORE_TRANSACTION_FAILED', message, cause);
}
