import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';

/** The work of the processes that are killed. */
export type TenantWork = 'remove' | 'import';

/** The work of a process before it is killed. */
export interface TenantOrder {
  readonly store: StoreOrder;
  /** Milliseconds that its clock is ahead, so that imports of dead processes have expired. */
  readonly aheadMs: number;
  readonly work: TenantWork;
  readonly tenant: string;
  /** The file to import. */
  readonly file: string;
  /** The private key of its secrets, as PEM. */
  readonly privateKey: string;
}

/** A report of a process. */
export type TenantReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'working' }
  /** The call has returned. */
  | { readonly kind: 'done'; readonly response: TenantResponse }
  | { readonly kind: 'failed'; readonly message: string };

/** The response of a call. */
export interface TenantResponse {
  /** Delete scripts of a removal. */
  readonly scripts: number;
  /** Rows that a removal has left. */
  readonly remaining: number;
}
