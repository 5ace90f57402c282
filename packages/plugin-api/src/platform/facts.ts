/** Facts of a platform that the config does not contain, returned by `discover`: scalars, stored in clear text. */
export type FactValues = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The result of `discover`.
 *
 * @example
 * ```ts
 * { facts: { applicationId: '5b6c…' }, identity: [metastoreId, catalog] }
 * ```
 */
export interface Discovery<Facts extends FactValues> {
  readonly facts: Facts;
  /**
   * The observed identity of the target, if the platform has one (account locator, metastore and catalog). It must be
   * unique among all integrations, as the declared identity, since two host names can lead to one target.
   */
  readonly identity?: readonly string[];
}
