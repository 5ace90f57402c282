import type { TableName } from '@portcullis/core';

/** A change of rows by which a transaction is known. */
interface KnownChange {
  readonly table: TableName;
  readonly change: 'insert' | 'update' | 'remove';
  /** The status that is written. @default any */
  readonly status?: string;
}

/** The point at which a process dies when it first reaches it. */
export type CrashPlace =
  /** At the commit of a transaction that makes a change. */
  | ({ readonly at: 'commit'; readonly when: 'before' | 'after' } & KnownChange)
  /** When the response of a receiver has been read, and nothing is recorded yet. */
  | { readonly at: 'response' }
  /** When the receiver has the request, and has not responded. */
  | { readonly at: 'request' }
  /** While the store is opened, so many milliseconds after it began. */
  | { readonly at: 'opening'; readonly afterMs: number };
