import type { Session } from '../platform/session.ts';

/**
 * A managed object whose drop takes with it what lives in it: a database, a catalog, a schema dropped with CASCADE. The library
 * looks into it when it plans and again right before the statement that drops it, and refuses where it holds an object of another
 * account. Scripts look by `guard.holds` of the managed object.
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
   * True where the platform itself drops it only when it is empty (`DROP … RESTRICT`, an API that refuses): then no request can
   * allow the drop of foreign contents. @default false
   */
  readonly emptyOnly?: boolean;
  /**
   * Lists what it holds besides managed objects, runtime objects, and what the platform itself puts there. What cannot be
   * seen must reject: an empty list says that nothing is lost.
   */
  list(
    session: PlatformSession,
    context: { readonly config: Config; readonly signal: AbortSignal },
  ): Promise<readonly HeldObject[]>;
}

/** An object of another account inside a {@link Container}. */
export interface HeldObject {
  /** The platform's word for what it is: `table`. */
  readonly kind: string;
  readonly name: string;
}
