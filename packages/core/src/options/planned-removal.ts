/** An object that the host or the product made at run time inside what is managed, and that goes with it. */
export interface RuntimeObject {
  /** The family of the plugin that it belongs to, such as `views`. */
  readonly family: string;
  /** The kind for people: `view`. */
  readonly kind: string;
  readonly name: string;
  /** The key of the object with which it vanishes; absent where it is dropped by a step of its own. */
  readonly vanishesWith?: string | undefined;
}

/** The objects that a DELETE or a PUT is about to drop, as the host is asked about them. */
export interface PlannedRemoval {
  readonly integrationId: number;
  readonly type: string;
  readonly operation: 'delete' | 'edit';
  /** True for a dry run. */
  readonly dryRun: boolean;
  /** Managed objects that are dropped. */
  readonly objects: readonly { readonly key: string; readonly kind: string; readonly name: string }[];
  readonly runtimeObjects: readonly RuntimeObject[];
  /** Objects inside what is dropped that the integration has not made: the removal is refused unless this is allowed. */
  readonly foreignContents: readonly { readonly kind: string; readonly name: string; readonly in: string }[];
}

/**
 * The answer of a host to a {@link PlannedRemoval}. Nothing means that it may go on; `allowContents` that what is not ours may go with
 * its container.
 */
export type RemovalVerdict = { readonly refuse: string } | { readonly allowContents: true } | undefined;
