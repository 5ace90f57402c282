import type { Session } from '../platform/session.ts';
import type { Privilege } from './privilege.ts';
import type { Step } from './step.ts';

/**
 * Objects that the host creates at run time and no config lists: policies, views, per-user roles, grants. They block
 * drops, so a removal first finds and drops them, after asking the host.
 *
 * @example
 * ```ts
 * {
 *   key: 'views',
 *   kind: 'view',
 *   stage: 'database',
 *   blocks: ['view-schema'],
 *   list: (session, { signal }) => session.viewsWithOurComment(signal),
 *   drop: ({ name }) => [{ text: sql`DROP VIEW ${ident(name)}` }],
 *   needs: ({ name }) => [{ name: 'ownership', on: `view ${name}` }],
 * }
 * ```
 */
export interface ObjectFamily<PlatformSession extends Session, Config> {
  /** kebab-case, unique within the plugin. */
  readonly key: string;
  /** The kind for users. */
  readonly kind: string;
  readonly stage: string;
  /** Keys of managed objects that cannot be dropped while a runtime object of the family exists. */
  readonly blocks: readonly string[];
  /**
   * The key of a managed object whose drop removes the runtime objects. Before it is dropped, they are listed and the
   * host is asked. They are not dropped one by one, so nothing is lost if the drop fails.
   */
  readonly within?: string;
  /**
   * The account that lists and removes them. In manual mode, the administrator acts as `setup`.
   * @default setup; `service` for types with their own credential, and for types with manual set-up only
   */
  readonly by?: 'setup' | 'service';
  /** The role in which they are removed, if the platform has acting roles. */
  readonly role?: string;
  /** Finds the runtime objects with our mark. */
  list(
    session: PlatformSession,
    context: { readonly config: Config; readonly signal: AbortSignal },
  ): Promise<readonly ListedRuntimeObject[]>;
  /** Removes one runtime object. */
  drop(runtimeObject: ListedRuntimeObject): readonly Step[];
  /** The privileges for the removal of a runtime object. @default unknown */
  needs?(runtimeObject: ListedRuntimeObject): readonly Privilege[];
}

/** A runtime object of an {@link ObjectFamily}. */
export interface ListedRuntimeObject {
  readonly name: string;
  readonly platformId?: string;
  readonly details?: Readonly<Record<string, string>>;
}
