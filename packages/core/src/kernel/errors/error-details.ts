/** An object on a platform, as details name it. */
export interface NamedObject {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * Facts of the occurrence of an error, by name. A name has the same type in all codes, so that a caller can read it without
 * checking the code. Never secrets.
 */
export interface ErrorDetails {
  /** The id of the integration, webhook, record or key that the error concerns. A string, as in bodies. */
  readonly id?: string;
  readonly type?: string;
  /** The id of the tenant. */
  readonly tenant?: string;
  /** The target as shown to users. */
  readonly target?: string;
  readonly status?: string;
  /** ISO 8601. */
  readonly since?: string;
  /** The operation that runs. */
  readonly operationId?: number;
  readonly operation?: string;
  /** Types that have the requested capability. */
  readonly types?: readonly string[];
  /** Versions of an integration: those in If-Match, and the stored one. */
  readonly sent?: readonly number[];
  readonly current?: number;
  /** Hashes of plans: the one in If-Plan, and the current one. */
  readonly sentPlan?: string;
  readonly currentPlan?: string;
  /** Versions of a plugin. */
  readonly stored?: string;
  readonly installed?: string;
  /** A function of a plugin, by its path in the definition. */
  readonly hook?: string;
  /** Values that name the target: the stored ones, and those that another version of the plugin reads; null if there are none. */
  readonly storedTarget?: readonly string[] | null;
  readonly readTarget?: readonly string[] | null;
  readonly permission?: string;
  /** The limit of the tenant that is reached, as the option `tenants.limits` names it. */
  readonly limitName?: string;
  readonly limit?: number;
  readonly timeoutMs?: number;
  /** A body that is invalid in its format: the format, the problem, and its position, counted from 1. */
  readonly format?: string;
  readonly problem?: string;
  readonly line?: number;
  readonly column?: number;
  /** An option of the host, and its value. */
  readonly option?: string;
  readonly name?: string;
  /** Parts that the host must supply. */
  readonly missing?: readonly string[];
  readonly keyId?: string;
  readonly kind?: string;
  /** Notification kinds that do not exist. */
  readonly kinds?: readonly string[];
  /** Webhooks whose queue is full. */
  readonly webhooks?: readonly number[];
  /** Keys of the objects that require a decision. */
  readonly unresolved?: readonly string[];
  /** Objects that would be removed. */
  readonly objects?: readonly NamedObject[];
  readonly runtimeObjects?: readonly object[];
  /** Containers with their contents. */
  readonly containers?: readonly (NamedObject & { readonly foreignContents: readonly object[] })[];
  readonly adoption?: object;
  /** The part of the instance that did not stop. */
  readonly part?: string;
}
