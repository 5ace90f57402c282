import type { Session } from '../platform/session.ts';

/**
 * A managed object whose drop takes with it what lives in it: a database, a catalog, a schema dropped with CASCADE. The library
 * looks into it right before it drops it, and refuses where it holds an object of another account.
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
