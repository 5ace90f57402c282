/**
 * The place that an integration occupies: no two integrations can have the same one.
 *
 * @example
 * ```ts
 * { identity: [normalizeHost(config.host, 5439), config.database], display: config.host }
 * ```
 */
export interface Target {
  /**
   * The parts of the identity, in order, such as host and database. Normalize hosts with `normalizeHost`, and fold
   * case if the platform does.
   */
  readonly identity: readonly [string, ...string[]];
  /** The name for users, in messages: the host, or account, region and path. */
  readonly display: string;
  /** Further values that must be unique among integrations of this type, such as a display name the platform shows. */
  readonly unique?: readonly { readonly field: string; readonly value: string }[];
  /**
   * The scope in which objects of account or cluster scope are shared. Operations with the same scope run one after
   * another.
   * @default the identity
   */
  readonly scope?: string;
}
