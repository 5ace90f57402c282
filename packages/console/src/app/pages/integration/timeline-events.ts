import type { Operation, TimelineEntry } from '@portcullis/client';

/** An event in the life of an integration, as it is shown. */
export interface TimelineEvent {
  readonly id: number;
  readonly at: string;
  readonly text: string;
  /** The shown state: the status from then on, or `drifted` and `clean`. */
  readonly state: string;
  /** The status from then on. */
  readonly status: string;
  /** The reason of the status, or the drifted objects. */
  readonly details?: string;
  /** The tests before an operation: `22 passed, 1 failed`. */
  readonly tests?: string;
  /** Milliseconds since the event before it. */
  readonly sinceMs?: number;
}

/** The subjects of events by the kind of their operation. */
const OPERATIONS: Readonly<Record<string, string>> = {
  create: 'Set-up',
  edit: 'Edit',
  rotate: 'Rotation of the secret',
  migrate: 'Migration',
  delete: 'Deletion',
};

/** The subjects and verbs of events; an operation has the subject of its kind. */
const EVENTS: Readonly<Record<string, readonly [subject: string, verb: string]>> = {
  create: ['Set-up', 'started'],
  'create-succeeded': ['Set-up', 'succeeded'],
  'create-failed': ['Set-up', 'failed'],
  edit: ['Edit', 'started'],
  'edit-succeeded': ['Edit', 'succeeded'],
  'edit-failed': ['Edit', 'failed'],
  'recreate-failed': ['Edit', 'failed'],
  delete: ['Deletion', 'started'],
  'delete-succeeded': ['Deletion', 'succeeded'],
  'delete-failed': ['Deletion', 'failed'],
  'force-disable-finished': ['Removal in the service only', 'succeeded'],
  'validation-failed': ['Recurring validation', 'failed'],
  'validation-passed': ['Recurring validation', 'passed'],
  upgrade: ['Migration', 'started'],
  'upgrade-succeeded': ['Migration', 'succeeded'],
  'upgrade-failed': ['Migration', 'failed'],
  'drift-appeared': ['Drift', 'appeared'],
  'drift-disappeared': ['Drift', 'disappeared'],
};

/**
 * Returns the entries of a timeline as events, in their order, with the tests of the operations that are known.
 *
 * @param entries - the latest first.
 */
export function timelineEvents(
  entries: readonly TimelineEntry[],
  operations: readonly Operation[],
): readonly TimelineEvent[] {
  const results = new Map(operations.map(({ id, validationResults }) => [id, validationResults]));
  return entries.map((entry, index): TimelineEvent => {
    const before = entries[index + 1];
    const isStart = !entry.event.includes('-');
    const tested = isStart && entry.operation ? results.get(entry.operation.id) : undefined;
    const tests = tested && testsText(tested.validationTests);
    const details = entry.drift ? driftText(entry.drift) : entry.reason;
    return {
      id: entry.id,
      at: entry.at,
      text: textOf(entry),
      state: STATES[entry.event] ?? entry.status,
      status: entry.status,
      ...(details && { details }),
      ...(tests && { tests }),
      ...(before && { sinceMs: Date.parse(entry.at) - Date.parse(before.at) }),
    };
  });
}

/** The shown states of events that do not change the status. */
const STATES: Readonly<Record<string, string>> = { 'drift-appeared': 'drifted', 'drift-disappeared': 'clean' };

function textOf({ event, operation, requestedBy }: TimelineEntry): string {
  const [subject, verb] = EVENTS[event] ?? [event, ''];
  const isRequested = event.startsWith('validation-') && requestedBy !== undefined;
  const name = isRequested ? 'Requested validation' : (OPERATIONS[operation?.kind ?? ''] ?? subject);
  return `${name} ${verb}`.trim();
}

function driftText({ total, findings }: NonNullable<TimelineEntry['drift']>): string {
  const named = findings.map(({ state, kind, name }) => `${kind} ${name} (${state})`);
  const more = total - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
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
  return parts.length === 0 ? undefined : parts.map(([found, word]) => `${found} ${word}`).join(', ');
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
