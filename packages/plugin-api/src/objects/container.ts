import type { Session } from '../platform/session.ts';

/**
 * A managed object that is dropped with its contents: a database, a catalog, a schema dropped with CASCADE. The library checks the
 * contents when it plans and again right before the statement that drops it, and refuses to drop foreign contents. Scripts check
 * them with `guard.foreignContents` of the managed object.
 *
 * @example
 * ```ts
 * {
 *   key: 'database',
 *   stage: 'database',
 *   list: (session, { signal }) => session.objectsOfOthers(signal),
 * }
 * ```
 */
export interface Container<PlatformSession extends Session, Config> {
  /** The key of the managed object. */
  readonly key: string;
  /** The stage on which its contents can be seen. */
  readonly stage: string;
  /**
   * True if the platform itself drops it only when it is empty (`DROP … RESTRICT`, an API that refuses): then no
   * request can allow the drop of foreign contents. @default false
   */
  readonly emptyOnly?: boolean;
  /**
   * Lists its contents, without managed objects, runtime objects, and objects of the platform itself. Throw if the
   * account cannot see the contents: an empty list means that nothing is lost.
   */
  list(
    session: PlatformSession,
    context: { readonly config: Config; readonly signal: AbortSignal },
  ): Promise<readonly ContainedObject[]>;
}

/** An object of another account inside a {@link Container}. */
export interface ContainedObject {
  /** The kind of the object in the platform's terms: `table`. */
  readonly kind: string;
  readonly name: string;
}
