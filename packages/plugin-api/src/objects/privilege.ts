import type { Statement } from '../sql/render.ts';

/**
 * A privilege that a step needs of the account that runs it. The union over all objects of a config is the least-privileged role that can set
 * the integration up.
 *
 * @example
 * ```ts
 * { name: 'CREATE', on: 'database gov', grant: (grantee) => sql`GRANT CREATE ON DATABASE gov TO ${ident(grantee)}` }
 * ```
 */
export interface Privilege {
  /** The platform's own name for it, such as `CREATE DATABASE`. */
  readonly name: string;
  /** The object on which it is needed, as users name it: `account`, `database gov`. */
  readonly on: string;
  /** True if the account must also be able to grant it to others. @default false */
  readonly withGrant?: boolean;
  /** Names of privileges, each of which is sufficient instead. */
  readonly anyOf?: readonly string[];
  /**
   * True when an administrator can grant it; some privileges belong only to a superuser.
   * @default true
   */
  readonly grantable?: boolean;
  /** The operations that need it. @default create */
  readonly operations?: readonly ('create' | 'alter' | 'drop' | 'observe')[];
  /**
   * The key of the object whose creation includes it, such as ownership: an account that creates that object itself
   * needs no grant.
   */
  readonly comesWith?: string;
  /** The statements with which an administrator grants it to an account, least privileged first. */
  readonly grant?: (grantee: string) => Statement | readonly Statement[];
  /**
   * The account that can run them, as users name it: `the owner of database gov`. @default an administrator of the
   * platform
   */
  readonly grantedBy?: string;
}
