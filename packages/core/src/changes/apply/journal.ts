import type { TypedEventSink } from '../../kernel/events/typed-events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoreTransaction, TenantStore } from '../../ports/store/store.ts';
import type { Change } from '../plan/change-set.ts';
import { plannedStatements } from '../plan/planned-statements.ts';
import type { RenderedStep } from '../steps/rendered-step.ts';
import type { ChangeEvents } from './change-events.ts';

/** The outcome of a journaled statement. */
type JournalOutcome = 'done' | 'failed' | 'unknown' | 'skipped';

/** A statement that is about to be executed. */
export interface JournalIntent {
  readonly change: Change;
  readonly step: RenderedStep;
  readonly direction: 'forward' | 'compensation';
  readonly absentBefore: boolean | null;
}

/** The journal of one operation: the intent is committed before a statement runs, its outcome after. */
export interface Journal {
  /** @param also - written in the same transaction, such as the ledger entry. */
  intend(intent: JournalIntent, also?: (transaction: StoreTransaction) => Promise<void>): Promise<number>;
  recordOutcome(
    entry: number,
    intent: JournalIntent,
    outcome: JournalOutcome,
    more?: {
      readonly error?: { readonly class: string; readonly message: string };
      readonly outputs?: Readonly<Record<string, string>>;
    },
    also?: (transaction: StoreTransaction) => Promise<void>,
  ): Promise<void>;
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
}

/** Creates the journal of an operation. */
export function createJournal({ store, clock, events, integrationId, operationId }: JournalDependencies): Journal {
  let position = 0;
  let total: number | undefined;
  const positions = new Map<number, number>();
  const emit = (
    entry: number,
    { change, step, direction }: JournalIntent,
    status: JournalOutcome | 'intended',
    message?: string,
  ): void => {
    const { key, kind, name } = change.object;
    events.emit('operation.statement', {
      integrationId,
      operationId,
      position: positions.get(entry) ?? 0,
      total: total ?? 0,
      direction,
      status,
      object: { key, kind, name },
      statement: step.text,
      ...(message === undefined ? {} : { message }),
    });
  };

  return {
    async intend(intent, also) {
      const { change, step, direction, absentBefore } = intent;
      position += 1;
      const at = position;
      const entry = await store.transaction(async (transaction) => {
        await also?.(transaction);
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
      positions.set(entry, at);
      emit(entry, intent, 'intended');
      return entry;
    },
    async recordOutcome(entry, intent, outcome, { error, outputs } = {}, also) {
      await store.transaction(async (transaction) => {
        await also?.(transaction);
        await transaction.update(
          'journalEntries',
          { id: entry },
          { status: outcome, error: error ?? null, outputs: outputs ?? null, finishedAt: clock.now() },
        );
      });
      emit(entry, intent, outcome, error?.message);
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
