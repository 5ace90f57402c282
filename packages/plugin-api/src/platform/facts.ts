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
   * The observed identity of the target, if the platform has one (account locator, metastore and catalog). Unique among
   * all integrations like the declared one, since two host names can be one target.
   */
  readonly identity?: readonly string[];
}
