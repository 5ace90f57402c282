import type { DriftReport, Operation } from '@portcullis/client';

/** An event in the life of an integration. */
export interface TimelineEvent {
  readonly at: string;
  readonly text: string;
  /** The status from then on. */
  readonly status: string;
  /** The tests before the operation: `22 passed, 1 failed`. */
  readonly tests?: string;
  /** Milliseconds since the event before it. */
  readonly sinceMs?: number;
}

/** The names of an operation, the status while it runs, and the statuses after a success and a failure. */
const OPERATIONS: Readonly<
  Record<string, readonly [name: string, running: string, succeeded: string, failed: string]>
> = {
  create: ['Set-up', 'creating', 'enabled', 'createError'],
  edit: ['Edit', 'editing', 'enabled', 'editError'],
  rotate: ['Rotation of the secret', 'editing', 'enabled', 'editError'],
  migrate: ['Migration', 'migrating', 'enabled', 'migrateError'],
  delete: ['Deletion', 'deleting', 'deleted', 'deleteError'],
  'force-disable': ['Removal in the service only', 'deleting', 'disabled', 'deleteError'],
};

/**
 * Returns the beginnings and ends of operations with the statuses that they led to, and the last check for drift, the latest
 * first.
 */
export function timelineEvents(operations: readonly Operation[], drift?: DriftReport): readonly TimelineEvent[] {
  const inOrder = operations.toSorted((left, right) => left.id - right.id);
  let wasEnabled = inOrder[0]?.kind !== 'create';
  const events = inOrder.flatMap((operation): TimelineEvent[] => {
    const [name, running, succeeded, failed] = OPERATIONS[operation.kind] ?? [operation.kind, 'running', '', 'failed'];
    const tests = operation.validationResults && testsText(operation.validationResults.validationTests);
    const started = { at: operation.startedAt, text: `${name} started`, status: running, ...(tests && { tests }) };
    if (operation.finishedAt === undefined) return [started];
    const isDone = operation.status === 'succeeded';
    // A failed edit of an integration that was never set up leaves it as it was.
    const status = isDone ? succeeded : wasEnabled ? failed : 'createError';
    if (isDone) wasEnabled = true;
    return [started, { at: operation.finishedAt, text: `${name} ${operation.status}`, status }];
  });
  const all = (drift ? [...events, driftEvent(drift)] : events).toSorted(
    (left, right) => Date.parse(left.at) - Date.parse(right.at),
  );
  return all
    .map((event, index) => {
      const before = all[index - 1];
      return before ? { ...event, sinceMs: Date.parse(event.at) - Date.parse(before.at) } : event;
    })
    .reverse();
}

function driftEvent({ observedAt, status, findings }: DriftReport): TimelineEvent {
  return {
    at: observedAt,
    status,
    text: `Check for drift: ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`,
  };
}

function testsText(tests: readonly { readonly status: string }[]): string | undefined {
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const parts = (
    [
      ['passed', 'passed'],
      ['warning', 'with a warning'],
      ['failed', 'failed'],
    ] as const
  )
    .map(([status, word]) => [count(status), word] as const)
    .filter(([found]) => found > 0);
  return parts.length === 0 ? undefined : `Tests: ${parts.map(([found, word]) => `${found} ${word}`).join(', ')}`;
}

const UNITS = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
  ['seconds', 1000],
] as const;

/** Returns a duration in its largest unit. */
export function durationText(milliseconds: number): string {
  const [unit, length] = UNITS.find(([, ms]) => milliseconds >= 2 * ms) ?? ['seconds', 1000];
  const value = milliseconds / length;
  return `${unit === 'seconds' && value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
