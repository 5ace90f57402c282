import type { Scalar } from './objects/managed-object.ts';

/**
 * A step from an older version of the plugin to a newer one. It changes only objects that the service account
 * created; changes that need privileged credentials are reported as "edit needed".
 *
 * @example
 * ```ts
 * { to: '1.3.0', config: ({ wareHouse, ...rest }) => ({ ...rest, warehouse: wareHouse }) }
 * ```
 */
export interface Migration {
  /** The plugin version that introduced the change; applied to integrations stored by an older one. Semantic version. */
  readonly to: string;
  /** Converts the stored config to the new shape. Pure; secrets are replaced by markers. */
  config?(stored: Readonly<Record<string, unknown>>): Record<string, unknown>;
  /** Renames keys of ledger entries, old to new. */
  readonly renamedKeys?: Readonly<Record<string, string>>;
  /** Converts the stored desired values of the object `key` to their new names. */
  desired?(key: string, values: Readonly<Record<string, Scalar>>): Readonly<Record<string, Scalar>>;
}
