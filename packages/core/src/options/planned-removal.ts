/** An object that the host or the product made at run time inside a managed object, and that is removed with it. */
export interface RuntimeObject {
  /** The family of the plugin that it belongs to, such as `views`. */
  readonly family: string;
  /** The kind for users: `view`. */
  readonly kind: string;
  readonly name: string;
  /** The key of the object with which it is dropped; absent if a separate step drops it. */
  readonly vanishesWith?: string | undefined;
}

/** The objects that a DELETE or a PUT is about to drop, as passed to the host. */
export interface PlannedRemoval {
  readonly integrationId: number;
  readonly type: string;
  readonly operation: 'delete' | 'edit';
  /** True for a dry run. */
  readonly dryRun: boolean;
  /** Managed objects that are dropped. */
  readonly objects: readonly { readonly key: string; readonly kind: string; readonly name: string }[];
  readonly runtimeObjects: readonly RuntimeObject[];
  /** Foreign objects inside the dropped objects: the removal is refused unless the host or the request permits it. */
  readonly foreignContents: readonly { readonly kind: string; readonly name: string; readonly in: string }[];
}

/**
 * The response of a host to a {@link PlannedRemoval}. Nothing permits the removal; `allowContents` also permits dropping foreign
 * contents with their container.
 */
export type RemovalVerdict = { readonly refuse: string } | { readonly allowContents: true } | undefined;
