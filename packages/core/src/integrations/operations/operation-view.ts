import { plannedStatements } from '../../changes/plan/planned-statements.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { JournalEntryView, OperationView } from '../views/integration-views.ts';
import type { OperationFailure } from '../views/operation-failure.ts';

/** Returns the view of a stored operation with its journal. */
export function toOperationView(
  operation: Row<'operations'>,
  journal: readonly Row<'journalEntries'>[],
): OperationView {
  const { leftovers } = operation;
  return {
    id: operation.id,
    kind: operation.kind,
    status: operation.status as OperationView['status'],
    startedAt: isoTime(operation.startedAt),
    ...ending(operation),
    ...(operation.planHash === null ? {} : { planHash: operation.planHash }),
    statements: plannedStatements(operation.plan),
    ...(operation.error === null ? {} : { error: operation.error as OperationFailure }),
    ...(leftovers === null ? {} : { leftovers: leftovers as readonly string[] }),
    ...(operation.validationResults === null
      ? {}
      : { validationResults: operation.validationResults as NonNullable<OperationView['validationResults']> }),
    journal: journal.map(toJournalEntryView),
  };
}

/** Returns the view of a journaled statement. */
export function toJournalEntryView(row: Row<'journalEntries'>): JournalEntryView {
  return {
    position: row.position,
    direction: row.direction as JournalEntryView['direction'],
    action: row.action,
    object: { key: row.objectKey, kind: row.objectKind, name: row.objectName },
    stage: row.stage,
    actor: row.actor,
    ...(row.role === null ? {} : { role: row.role }),
    statement: row.text,
    status: row.status as JournalEntryView['status'],
    ...(row.error === null ? {} : { error: row.error }),
    startedAt: isoTime(row.startedAt),
    ...ending(row),
  };
}

/** The wall clock may have been set back in between. */
function ending({ startedAt, finishedAt }: { readonly startedAt: number; readonly finishedAt: number | null }) {
  if (finishedAt === null) return {};
  return { finishedAt: isoTime(finishedAt), durationMs: Math.max(0, finishedAt - startedAt) };
}
