import type { Sql } from '../sql/fragment.ts';
import type { Privilege } from './privilege.ts';
import type { SecretRotation } from './secret-rotation.ts';
import type { Step } from './step.ts';

/** A scalar that is compared between desired and observed state. */
export type Scalar = string | number | boolean | null;

/** An object before a change. */
export interface FormerObject {
  /** Its name on the platform. */
  readonly name: string;
}

/**
 * One object on the platform that Portcullis manages: a database, a role, a user, a grant, a policy, a bucket location.
 * It is data. The core derives plans, scripts, executions, reversals, drift and tests from the list of them. Order:
 * objects are created in the listed order. They are dropped in reverse order, unless `within`, `blocks` and
 * `dropAfter` require another order; an object that is dropped with its container is not dropped separately.
 *
 * @example
 * ```ts
 * const database: ManagedObject = {
 *   key: 'database',
 *   kind: 'database',
 *   name: config.database,
 *   scope: 'cluster',
 *   by: 'setup',
 *   stage: 'initial',
 *   create: [{ text: sql`CREATE DATABASE ${ident(config.database)}`, alone: true }],
 *   drop: [{ text: sql`DROP DATABASE ${ident(config.database)}`, alone: true }],
 *   reversible: false,
 *   blocks: ['service-account'],
 *   needs: [{ name: 'CREATEDB', on: 'cluster' }],
 *   why: 'Holds the views through which users read.',
 *   absentTest: { id: 'database-absent', name: 'Validate Automatic: Database Does Not Exist' },
 * };
 * ```
 */
export interface ManagedObject {
  /** Logical identity within the integration, kebab-case (`service-account`). Keep it across versions: a rename is an alter. */
  readonly key: string;
  /** The kind, in the platform's word: `database`, `user`, `grant`. */
  readonly kind: string;
  /** Physical identity on the platform, normalised as the platform stores it (folded, if it folds names). */
  readonly name: string;
  /** The scope of the name. */
  readonly scope: ObjectScope;
  /**
   * `exclusive`: belongs to this integration. `shared`: several integrations can own it, and the last owner drops it.
   * `required`: must exist; never created, altered or dropped by us.
   * @default exclusive
   */
  readonly sharing?: 'exclusive' | 'shared' | 'required';
  /**
   * The creator: `setup` (privileged credentials), `service` (the service account, also when set up manually) or
   * `administrator` (the user who runs the script or prepares the platform).
   */
  readonly by: 'setup' | 'service' | 'administrator';
  /** The stage on which it is created, altered and, unless `dropStage` differs, dropped and observed. */
  readonly stage: string;
  /** The role in which it is created, altered and dropped, if the platform has acting roles: `SYSADMIN`. */
  readonly role?: string;
  /** The steps that create it. May be empty for `required` objects. */
  readonly create: readonly Step[];
  /**
   * Changes an existing object of ours, also its name. Without it a changed object is dropped and created again.
   *
   * @param from - all observed values, or the earlier desired ones if the object was not observed.
   * @param former - the object before the change. If the name differs, the steps must rename the object, or revert the
   * changes under the former name.
   */
  readonly alter?: (from: Readonly<Record<string, Scalar>>, former: FormerObject) => readonly Step[];
  /**
   * Restores the values that were observed before `alter` changed them to the desired ones: the reversal of a drift
   * repair. Undefined for values that no statement can restore, such as a body of which only a digest is known: the
   * repair is then irreversible, and the plan states this.
   *
   * @param former - the observed values that differ from the desired ones, and only these.
   * @default every repair of the object is irreversible
   */
  readonly restore?: (former: Readonly<Record<string, Scalar>>) => readonly Step[] | undefined;
  /** The steps that remove it. Must contain no secret slots: the ledger stores the rendered statements. */
  readonly drop: readonly Step[];
  /**
   * The values that `observe` should find, by name. Drift is a difference in these values. An edit changes the object
   * only if these values differ: a reworded statement alone changes nothing.
   */
  readonly desired?: Readonly<Record<string, Scalar>>;
  /**
   * The revision of the statements. A new revision updates the object although no desired value differs, for example
   * for the body of a procedure.
   */
  readonly revision?: string;
  /** The key of the containing object. It is dropped with its container, so it is not dropped separately. */
  readonly within?: string;
  /** Keys of objects that cannot be dropped while this one exists: it is dropped before them. */
  readonly blocks?: readonly string[];
  /** The stage on which it is dropped, if this is not the stage of its creation. */
  readonly dropStage?: string;
  /** Keys of objects that must be gone before this one is dropped. */
  readonly dropAfter?: readonly string[];
  /** The stage on which it is observed. @default stage */
  readonly observeStage?: string;
  /** True if `create` can restore a dropped object. False if members or data are lost. @default true */
  readonly reversible?: boolean;
  /** The rotation of the service's secret, if this object has it. */
  readonly rotate?: SecretRotation;
  /** The privileges for the steps. */
  readonly needs: readonly Privilege[];
  /** The id of its feature, see `features`; an edit can add and remove it. @default the integration as such */
  readonly feature?: string;
  /** The purpose of the object, one sentence for the administrator who signs. */
  readonly why: string;
  /** The queries with which a script can check, on the platform, that it exists and that it is ours. */
  readonly guard?: ObjectGuard;
  /** The validation test derived from "must not exist yet". */
  readonly absentTest?: DerivedTest;
  /** The validation test derived from "must exist" (after a manual set-up, and for a required object). */
  readonly presentTest?: DerivedTest;
}

/** The scope of a name: within it, kind and name are unique. */
export type ObjectScope = 'account' | 'cluster' | 'server' | 'pool' | 'metastore' | 'project' | 'database';

/** Queries for the guards of a script. Each returns at least one row for "yes". */
export interface ObjectGuard {
  /** An object of this kind and name exists, regardless of its owner. */
  readonly exists: Sql;
  /** It exists and is ours: by comment, tag, owner or marker table. */
  readonly ours: Sql;
  /**
   * Queries for the foreign objects in it, if it is one of `containers`. A script does not drop it while one of them
   * returns a row.
   * @default none
   */
  readonly foreignContents?: readonly ContentsQuery[];
  /**
   * Further privileges that the account that runs a script needs for these queries. They are in the header of each
   * script with the guard, and in the set-up role of a manual set-up.
   * @default none
   */
  readonly needs?: readonly Omit<Privilege, 'operations'>[];
}

/** A query that lists the contents of a container. */
export interface ContentsQuery {
  /** The query; without `foreign`, each of its rows is an object of another account. */
  readonly list: Sql;
  /**
   * The condition on a row of `list`, for platforms whose lists accept no condition, in the form that the dialect
   * expects.
   */
  readonly foreign?: Sql;
}

/** A validation test that the core derives from the observation of an object. */
export interface DerivedTest {
  /** Stable kebab-case key. */
  readonly id: string;
  /** The name in responses; the interface's own text if it has one. */
  readonly name: string;
  /** The id of the preceding test in the list. @default the end */
  readonly after?: string;
}
