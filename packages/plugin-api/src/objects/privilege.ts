import type { Sql } from '../sql/fragment.ts';

/**
 * A privilege that a step needs, of whoever runs it. The union over all objects of a config is the least role that can set
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
  /** What it is needed on, as people say it: `account`, `database gov`. */
  readonly on: string;
  /** Whether it must be held with the right to pass it on. @default false */
  readonly withGrant?: boolean;
  /** Names of privileges that serve as well. */
  readonly anyOf?: readonly string[];
  /**
   * Whether an administrator can grant it at all; some powers belong to a superuser alone.
   * @default true
   */
  readonly grantable?: boolean;
  /** The operations that need it. @default create */
  readonly operations?: readonly ('create' | 'alter' | 'drop' | 'observe')[];
  /**
   * The key of the object whose making brings it, such as the ownership of what one has made: nobody has to grant it to an
   * account that makes that object itself.
   */
  readonly comesWith?: string;
  /** The statements with which an administrator gives it to an account, least first. */
  readonly grant?: (grantee: string) => Sql | readonly Sql[];
  /** Who can run them, as people say it: `the owner of database gov`. @default an administrator of the platform */
  readonly grantedBy?: string;
}
