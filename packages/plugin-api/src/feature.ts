/**
 * Something that an integration can do for people, as the capability matrix lists it. Whether it works is told by the tests
 * whose `affects` names it, and by the objects whose `feature` does; both speak for the integration as such, `base`, where
 * they name none.
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
  /** kebab-case, unique within the plugin. `base` is the integration as such, without which nothing else works. */
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
  /** Why nothing on our side can tell whether it works, and how a person can, where that is so. */
  readonly unverifiable?: string;
}
