/**
 * A feature of an integration in the capability matrix. Its state comes from the tests that name it in `affects` and
 * from the objects that name it in `feature`. Tests and objects that name no feature belong to `base`, the integration
 * itself.
 *
 * @example
 * ```ts
 * {
 *   id: 'impersonation',
 *   title: 'Impersonation',
 *   description: 'Members of a role query as another user.',
 *   setting: 'impersonation.enabled',
 *   when: ({ impersonation }) => impersonation.enabled || { reason: 'impersonation.enabled is false.' },
 * }
 * ```
 */
export interface Feature<Config> {
  /** kebab-case, unique within the plugin. `base` is the integration itself, which all other features need. */
  readonly id: string;
  readonly title: string;
  /** The functions that the feature provides, one sentence. */
  readonly description: string;
  /** Returns whether a config switches it on. @default always */
  when?(config: Config): true | { readonly reason: string };
  /**
   * The path of the boolean in the config that switches it on, such as `impersonation.enabled`. While it is false, the derived tests of
   * the feature's objects are listed as skipped, with this setting.
   */
  readonly setting?: string;
  /** The reason why the service cannot check whether it works, and how an administrator can check it. */
  readonly unverifiable?: string;
}
