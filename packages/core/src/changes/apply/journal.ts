import type { TypedEventSink } from '../../kernel/events/typed-events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoreTransaction, TenantStore } from '../../ports/store/store.ts';
import type { Change } from '../plan/change-set.ts';
import { plannedStatements } from '../plan/planned-statements.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import type { ChangeEvents } from './change-events.ts';
import type { StepResult } from './execute-step.ts';

/** A statement that is about to be executed. */
export interface JournalIntent {
  readonly change: Change;
  readonly step: RenderedStep;
  readonly direction: 'forward' | 'compensation';
  readonly absentBefore: boolean | null;
}

/** Rows that are written in the transactions of a journal entry, such as the ledger entry of the object. */
interface JournaledRows {
  /** Written with the intent. */
  before(transaction: StoreTransaction): Promise<void>;
  /** Written with the outcome. */
  after(transaction: StoreTransaction, result: StepResult): Promise<void>;
}

/** The journal of one operation. */
export interface Journal {
  /** Executes a statement. The intent is committed before, and the outcome after. */
  execute(intent: JournalIntent, send: () => Promise<StepResult>, rows?: JournaledRows): Promise<StepResult>;
  /**
   * Records that a new config or secret is stored, in the transaction that stores it: the point of no return of an edit or
   * a rotation. After an interruption, this entry decides in which direction the operation continues.
   */
  storeChange(transaction: StoreTransaction, what: 'config' | 'secret'): Promise<void>;
}

/** The action of a journal entry that changes nothing on the platform. */
export const STORE_ACTION = 'store';

/** Dependencies of {@link createJournal}. */
export interface JournalDependencies {
  readonly store: TenantStore;
  readonly clock: Clock;
  readonly events: TypedEventSink<ChangeEvents>;
  readonly integrationId: number;
  readonly operationId: number;
  /** Rejects if another node has ended the operation: the next one may already continue it. */
  readonly requireLease: (transaction: StoreTransaction) => Promise<void>;
}

/** Creates the journal of an operation. */
export function createJournal({
  store,
  clock,
  events,
  integrationId,
  operationId,
  requireLease,
}: JournalDependencies): Journal {
  let position = 0;
  let total: number | undefined;
  const emit = (
    at: number,
    { change, step, direction }: JournalIntent,
    status: StepResult['outcome'] | 'intended',
    message?: string,
  ): void => {
    const { key, kind, name } = change.object;
    events.emit('operation.statement', {
      integrationId,
      operationId,
      position: at,
      total: total ?? 0,
      direction,
      status,
      object: { key, kind, name },
      statement: step.text,
      ...(message === undefined ? {} : { message }),
    });
  };

  return {
    async execute(intent, send, rows) {
      const { change, step, direction, absentBefore } = intent;
      position += 1;
      const at = position;
      const entry = await store.transaction(async (transaction) => {
        await requireLease(transaction);
        await rows?.before(transaction);
        total ??= await plannedTotal(transaction, operationId);
        const row = await transaction.insert('journalEntries', {
          operationId,
          integrationId,
          position: at,
          direction,
          action: change.action,
          objectKey: change.object.key,
          objectKind: change.object.kind,
          objectName: change.object.name,
          stage: step.stage,
          actor: step.actor,
          role: step.role,
          text: step.text,
          status: 'intended',
          absentBefore,
          startedAt: clock.now(),
        });
        return row.id;
      });
      emit(at, intent, 'intended');
      const result = await send();
      const isDone = result.outcome === 'done';
      const error = isDone ? null : result.failure;
      const outputs = (isDone && result.outputs) || null;
      await store.transaction(async (transaction) => {
        await requireLease(transaction);
        await rows?.after(transaction, result);
        await transaction.update(
          'journalEntries',
          { id: entry },
          { status: result.outcome, error, outputs, finishedAt: clock.now() },
        );
      });
      emit(at, intent, result.outcome, error?.message);
      return result;
    },
    async storeChange(transaction, what) {
      position += 1;
      const now = clock.now();
      await transaction.insert('journalEntries', {
        operationId,
        integrationId,
        position,
        direction: 'forward',
        action: STORE_ACTION,
        objectKey: what,
        objectKind: what,
        objectName: what,
        stage: STORE_ACTION,
        actor: 'portcullis',
        text: `store ${what}`,
        status: 'done',
        startedAt: now,
        finishedAt: now,
      });
    },
  };
}

async function plannedTotal(transaction: StoreTransaction, operationId: number): Promise<number> {
  const [operation] = await transaction.find('operations', { where: { id: operationId } });
  return plannedStatements(operation?.plan);
}
