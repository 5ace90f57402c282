import type { ManagedObject, Scalar } from './managed-object.ts';
import type { Privilege } from './privilege.ts';
import type { Step } from './step.ts';

/**
 * What a look at the platform says of one object.
 *
 * - `absent`: it does not exist, and we would see it if it did.
 * - `ours`: it exists and bears our mark.
 * - `foreign`: it exists and does not bear our mark. It is never altered or dropped.
 * - `unknown`: we may not see it. Never treated as missing.
 *
 * The difference between `absent` and `unknown` decides what happens to other people's property: answer `unknown` when in
 * doubt.
 */
export interface Observation {
  readonly key: string;
  readonly state: 'absent' | 'ours' | 'foreign' | 'unknown';
  /** Observed values under the names of `desired`. */
  readonly values?: Readonly<Record<string, Scalar>>;
  /** The platform's own id of it, where it has one that survives renames. */
  readonly platformId?: string;
  /**
   * It bears its name and can only be removed: a removal was broken off, and nobody can open it any more. What lies within is
   * taken for absent without a look. @default false
   */
  readonly isRemnant?: boolean;
}

/** What `observe` gets of an object: everything that can be kept in the ledger, so that old objects can be looked for too. */
export type ObservedObject = Pick<ManagedObject, 'key' | 'kind' | 'name' | 'scope'> & {
  readonly desired: Readonly<Record<string, Scalar>>;
  /** The mark that ours would bear. */
  readonly mark: string;
};

/** Something on the platform that bears our mark, found without knowing of it. */
export interface InventoryItem {
  readonly kind: string;
  readonly name: string;
  readonly mark: string;
  readonly platformId?: string;
  /** How a person removes it when nobody needs it, where the plugin can say. The library prints it and never runs it. */
  readonly drop?: readonly Step[];
  /** What that takes of the person. @default nothing that could be said */
  readonly needs?: readonly Privilege[];
}
