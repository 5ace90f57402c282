import { plannedStatements } from '../../../changes/plan/planned-statements.ts';
import type { RowOperations } from '../../../ports/store/store.ts';
import type { Row } from '../../../ports/store/tables.ts';
import { toJournalEntryView, toOperationView } from '../operation-view.ts';
import { CONCLUDED, isAfter, type ProgressCursor, writeProgressCursor } from './progress-cursor.ts';
import type { OperationProgress, ProgressEvent } from './progress-event.ts';

/** An event and its cursor. */
export interface LoggedEvent {
  readonly cursor: ProgressCursor;
  readonly event: ProgressEvent;
}

/** The operations of one integration as a sequence of events, read from the store. */
export interface OperationLog {
  /** Returns some or all of the events after a cursor, in order. */
  after(cursor: ProgressCursor): Promise<readonly LoggedEvent[]>;
}

/** Maximum number of operations per read. */
const PAGE = 10;

/** Creates the log of an integration. An operation never begins before the previous one has ended, so cursors are in order. */
export function createOperationLog(store: RowOperations, integrationId: number): OperationLog {
  const totals = new Map<number, number>();

  const totalOf = async (operationId: number): Promise<number> => {
    const known = totals.get(operationId);
    if (known !== undefined) return known;
    const [operation] = await store.find('operations', { where: { id: operationId, integrationId } });
    const total = plannedStatements(operation?.plan);
    totals.clear();
    totals.set(operationId, total);
    return total;
  };

  const statements = async ({ operationId, step }: ProgressCursor): Promise<readonly LoggedEvent[]> => {
    const entries = await store.find('journalEntries', {
      where: { operationId, integrationId, position: { gte: Math.max(1, Math.ceil(step / 2)) } },
      orderBy: [
        ['position', 'asc'],
        ['id', 'asc'],
      ],
    });
    if (entries.length === 0) return [];
    const total = await totalOf(operationId);
    return entries
      .flatMap((entry) => eventsOf(entry, total))
      .filter((logged) => isAfter(logged.cursor, { operationId, step }));
  };

  const rest = async (
    cursor: ProgressCursor,
    ended: Row<'operations'> | undefined,
  ): Promise<readonly LoggedEvent[]> => {
    const logged = await statements(cursor);
    return ended ? [...logged, operationEvent(ended, CONCLUDED)] : logged;
  };

  return {
    async after(cursor) {
      const { operationId, step } = cursor;
      const logged: LoggedEvent[] = [];
      if (operationId > 0 && step !== CONCLUDED) {
        // The operation is read before its journal, so that the journal is complete when the end is returned.
        const where = { id: operationId, integrationId, status: { not: 'running' } };
        const [ended] = await store.find('operations', { where });
        logged.push(...(await rest(cursor, ended)));
        if (!ended) return logged;
      }
      const newer = await store.find('operations', {
        where: { integrationId, id: { gt: operationId } },
        orderBy: [['id', 'asc']],
        limit: PAGE,
      });
      for (const operation of newer) {
        totals.set(operation.id, plannedStatements(operation.plan));
        const ended = operation.status === 'running' ? undefined : operation;
        logged.push(operationEvent({ ...operation, status: 'running', finishedAt: null, error: null }, 0));
        logged.push(...(await rest({ operationId: operation.id, step: 0 }, ended)));
        if (!ended) break;
      }
      return logged;
    },
  };
}

function operationEvent(operation: Row<'operations'>, step: number): LoggedEvent {
  const { integrationId, id: operationId } = operation;
  const { journal: _none, ...view } = toOperationView(operation, []);
  const data: OperationProgress = { integrationId, ...view };
  const cursor = { operationId, step };
  return { cursor, event: { event: 'operation', id: writeProgressCursor(cursor), data } };
}

/** An ended statement also has two events, so that the events do not depend on the time of the read. */
function eventsOf(entry: Row<'journalEntries'>, total: number): readonly LoggedEvent[] {
  const { integrationId, operationId, position } = entry;
  const eventOf = (row: Row<'journalEntries'>, step: number): LoggedEvent => {
    const cursor = { operationId, step };
    const data = { integrationId, operationId, total, ...toJournalEntryView(row) };
    return { cursor, event: { event: 'statement', id: writeProgressCursor(cursor), data } };
  };
  const intended = eventOf({ ...entry, status: 'intended', error: null, finishedAt: null }, 2 * position - 1);
  return entry.status === 'intended' ? [intended] : [intended, eventOf(entry, 2 * position)];
}
