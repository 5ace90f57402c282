import type { FailureClass } from '@portcullis/plugin-api';

/**
 * The point at which a process is killed: its n-th statement or its n-th commit of the store, counted from the
 * beginning of the operation.
 */
export interface KillPoint {
  readonly what: 'statement' | 'commit';
  /** From 1. */
  readonly number: number;
  readonly when: 'before' | 'after';
}

/** The operations of the matrix. */
export type Operation = 'create' | 'edit' | 'rotate' | 'delete' | 'migrate';

/** The store that a process opens. */
export type StoreOrder =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgresql' | 'mariadb'; readonly connectionString: string };

/** The plugin that a process loads, and its connection to the platform. */
export interface PluginOrder {
  /** The folder in `plugins`. */
  readonly name: string;
  /** `simulated`: over the channel to the process that owns the platform. `postgresql`: a real server. */
  readonly platform: 'simulated' | 'postgresql';
  readonly version: 1 | 2;
}

/** The work of a process before it is killed. */
export interface VictimOrder {
  readonly kind: 'order';
  readonly store: StoreOrder;
  readonly plugin: PluginOrder;
  readonly operation: Operation;
  /** The body of POST and PUT, or the credentials of DELETE and of a rotation. */
  readonly body: unknown;
  /** Absent in a counting run. */
  readonly kill?: KillPoint | undefined;
}

/** The number of times that a process passed a point at which it could have been killed. */
export interface KillPointCounts {
  readonly statement: number;
  readonly commit: number;
}

/** A report of a process that was not killed. */
export type VictimReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finished'; readonly counts: KillPointCounts; readonly status: string }
  | { readonly kind: 'failed'; readonly message: string };

/** A question to the platform. */
export interface PlatformCall {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly input: unknown;
}

/** Its response. */
export interface PlatformResponse {
  readonly kind: 'response';
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: { readonly failureClass: FailureClass; readonly message: string; readonly code: string };
}
