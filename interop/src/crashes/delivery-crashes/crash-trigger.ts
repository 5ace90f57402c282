import type { TableName } from '@portcullis/core';

/** A change of rows that identifies a transaction. */
interface RowChange {
  readonly table: TableName;
  readonly change: 'insert' | 'update' | 'remove';
  /** The status that is written. @default any */
  readonly status?: string;
}

/** The point at which a process dies when it first reaches it. */
export type CrashTrigger =
  /** At the commit of a transaction that makes a change. */
  | ({ readonly at: 'commit'; readonly when: 'before' | 'after' } & RowChange)
  /** After the response of a receiver is read, and before anything is recorded. */
  | { readonly at: 'response' }
  /** After the receiver has the request, and before it responds. */
  | { readonly at: 'request' }
  /** While the store is opened, this number of milliseconds after the start. */
  | { readonly at: 'opening'; readonly afterMs: number };
