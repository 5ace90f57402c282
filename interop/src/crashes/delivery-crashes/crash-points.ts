import type { CrashTrigger } from './crash-trigger.ts';
import type { Workload } from './victim-protocol.ts';

/** The state before the killed process begins: a webhook, and optionally more. */
export type InitialState = 'nothing' | 'a webhook' | 'a delivery made' | 'a delivery given up' | 'old deliveries';

/** The expected final state. */
export interface ExpectedState {
  readonly events: number;
  /** Requests that the receiver had. */
  readonly copies: number;
  /** Records in the history. */
  readonly records: number;
  /** The number of records that report the death of the process. */
  readonly interrupted: number;
  /** The secret that signs the last copy. @default the first one */
  readonly signedWith?: 'first' | 'new';
}

/**
 * A row of the table: the point at which processes are killed, and the required state after another process has
 * started.
 */
export interface CrashPoint {
  /** The number of the point in the list of ten. */
  readonly number: number;
  readonly name: string;
  readonly before: InitialState;
  readonly workload: Workload;
  /** The points at which the first process dies, the second one that takes over dies, and so on. */
  readonly triggers: readonly CrashTrigger[];
  /** The work that an administrator requests from the last instance that takes over. @default nothing */
  readonly afterwards?: Workload;
  readonly end: ExpectedState;
}

const once: Workload = { kind: 'notify', count: 1 };
/** Its delivery is claimed. */
const onceInTransaction: Workload = { ...once, inTransaction: true };
const nothing: Workload = { kind: 'nothing' };
const commit = (
  when: 'before' | 'after',
  change: Omit<Extract<CrashTrigger, { readonly at: 'commit' }>, 'at' | 'when'>,
): CrashTrigger => ({ at: 'commit', when, ...change });

const publishing = { table: 'events', change: 'insert' } as const;
const claiming = { table: 'deliveries', change: 'update', status: 'leased' } as const;
const recording = { table: 'attempts', change: 'insert' } as const;
const recovering = { table: 'deliveries', change: 'update', status: 'pending' } as const;
const rotating = { table: 'secrets', change: 'insert' } as const;
const forgettingRecords = { table: 'attempts', change: 'remove' } as const;
const forgettingEvents = { table: 'events', change: 'remove' } as const;

const delivered: ExpectedState = { events: 1, copies: 1, records: 1, interrupted: 0 };
const deliveredAgain: ExpectedState = { events: 1, copies: 2, records: 2, interrupted: 1 };

/** The kill points of a delivery, in order. */
export const CRASH_POINTS: readonly CrashPoint[] = [
  {
    number: 1,
    name: 'before the commit of `notify`',
    before: 'a webhook',
    workload: once,
    triggers: [commit('before', publishing)],
    end: { events: 0, copies: 0, records: 0, interrupted: 0 },
  },
  {
    number: 2,
    name: 'after the commit of `notify`, which leased the delivery, before the request',
    before: 'a webhook',
    workload: once,
    triggers: [commit('after', publishing)],
    end: { ...delivered, records: 2, interrupted: 1 },
  },
  {
    number: 2,
    name: 'after the commit of a transaction of the host that called `notify`',
    before: 'a webhook',
    workload: onceInTransaction,
    triggers: [commit('after', publishing)],
    end: delivered,
  },
  {
    number: 2,
    name: 'before the commit of the claim',
    before: 'a webhook',
    workload: onceInTransaction,
    triggers: [commit('before', claiming)],
    end: delivered,
  },
  {
    number: 3,
    name: 'after the commit of the claim, before the request',
    before: 'a webhook',
    workload: onceInTransaction,
    triggers: [commit('after', claiming)],
    end: { ...delivered, records: 2, interrupted: 1 },
  },
  {
    number: 4,
    name: 'the receiver has the request and has not responded',
    before: 'a webhook',
    workload: once,
    triggers: [{ at: 'request' }],
    end: deliveredAgain,
  },
  {
    number: 5,
    name: 'the response is read and not recorded',
    before: 'a webhook',
    workload: once,
    triggers: [{ at: 'response' }],
    end: deliveredAgain,
  },
  {
    number: 6,
    name: 'before the commit of the outcomes of eight deliveries',
    before: 'a webhook',
    workload: { kind: 'notify', count: 8 },
    triggers: [commit('before', recording)],
    end: { events: 8, copies: 16, records: 16, interrupted: 8 },
  },
  {
    number: 7,
    name: 'after the commit of the outcome',
    before: 'a webhook',
    workload: once,
    triggers: [commit('after', recording)],
    end: delivered,
  },
  {
    number: 8,
    name: 'manual retry: the response is read and not recorded; requested again',
    before: 'a delivery made',
    workload: { kind: 'retry' },
    triggers: [{ at: 'response' }],
    afterwards: { kind: 'retry' },
    end: { events: 1, copies: 3, records: 3, interrupted: 1 },
  },
  {
    number: 8,
    name: 'manual retry: the receiver has the request and has not responded',
    before: 'a delivery made',
    workload: { kind: 'retry' },
    triggers: [{ at: 'request' }],
    end: { events: 1, copies: 2, records: 2, interrupted: 1 },
  },
  {
    number: 8,
    name: 'recover: before its commit; requested again',
    before: 'a delivery given up',
    workload: { kind: 'recover' },
    triggers: [commit('before', recovering)],
    afterwards: { kind: 'recover' },
    end: { events: 1, copies: 2, records: 2, interrupted: 0 },
  },
  {
    number: 8,
    name: 'recover: after its commit',
    before: 'a delivery given up',
    workload: { kind: 'recover' },
    triggers: [commit('after', recovering)],
    end: { events: 1, copies: 2, records: 2, interrupted: 0 },
  },
  {
    number: 8,
    name: 'retention: after records were removed, before their events are',
    before: 'old deliveries',
    workload: nothing,
    triggers: [commit('after', forgettingRecords)],
    end: { events: 0, copies: 3, records: 0, interrupted: 0 },
  },
  {
    number: 8,
    name: 'retention: before the commit that removes events',
    before: 'old deliveries',
    workload: nothing,
    triggers: [commit('before', forgettingEvents)],
    end: { events: 0, copies: 3, records: 0, interrupted: 0 },
  },
  {
    number: 8,
    name: 'rotation: before its commit',
    before: 'a webhook',
    workload: { kind: 'rotate' },
    triggers: [commit('before', rotating)],
    afterwards: once,
    end: { ...delivered, signedWith: 'first' },
  },
  {
    number: 8,
    name: 'rotation: after its commit',
    before: 'a webhook',
    workload: { kind: 'rotate' },
    triggers: [commit('after', rotating)],
    afterwards: once,
    end: { ...delivered, signedWith: 'new' },
  },
  {
    number: 9,
    name: 'opening a new store: killed six times, each time later',
    before: 'nothing',
    workload: nothing,
    triggers: [1, 5, 15, 40, 80, 160].map((afterMs) => ({ at: 'opening', afterMs })),
    afterwards: once,
    end: delivered,
  },
  {
    number: 9,
    name: 'opening after point 4: before the commit that resolves the leases of the dead',
    before: 'a webhook',
    workload: once,
    triggers: [{ at: 'request' }, commit('before', recording)],
    end: deliveredAgain,
  },
  {
    number: 9,
    name: 'opening after point 4: after the commit that resolves the leases of the dead',
    before: 'a webhook',
    workload: once,
    triggers: [{ at: 'request' }, commit('after', recording)],
    end: deliveredAgain,
  },
];
