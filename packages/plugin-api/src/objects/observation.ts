import type { ManagedObject, Scalar } from './managed-object.ts';
import type { Privilege } from './privilege.ts';
import type { Step } from './step.ts';

/**
 * The result of observing one object.
 *
 * - `absent`: it does not exist, and the account would see it if it existed.
 * - `ours`: it exists and has our mark.
 * - `foreign`: it exists and does not have our mark. It is never altered or dropped.
 * - `unknown`: the account cannot see it. Never treated as missing.
 *
 * The difference between `absent` and `unknown` protects foreign objects: return `unknown` when in doubt.
 */
export interface Observation {
  readonly key: string;
  readonly state: 'absent' | 'ours' | 'foreign' | 'unknown';
  /** Observed values under the names of `desired`. */
  readonly values?: Readonly<Record<string, Scalar>>;
  /** The platform's id of the object, if it has one that a rename does not change. */
  readonly platformId?: string;
  /**
   * True for the remnant of an interrupted removal: it still has its name, cannot be opened, and can only be removed.
   * Its contents count as absent without an observation. @default false
   */
  readonly isRemnant?: boolean;
}

/**
 * The part of an object that `observe` receives: everything that the ledger stores, so that old objects can be
 * observed too.
 */
export type ObservedObject = Pick<ManagedObject, 'key' | 'kind' | 'name' | 'scope'> & {
  readonly desired: Readonly<Record<string, Scalar>>;
  /** The mark that our object would have. */
  readonly mark: string;
};

/** An object on the platform with our mark that was found in a listing. */
export interface InventoryItem {
  readonly kind: string;
  readonly name: string;
  readonly mark: string;
  readonly platformId?: string;
  /**
   * The steps with which an administrator can remove it, if the plugin knows them. The library prints them
   * and never runs them.
   */
  readonly drop?: readonly Step[];
  /** The privileges for the removal. @default unknown */
  readonly needs?: readonly Privilege[];
}
