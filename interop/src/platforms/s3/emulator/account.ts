/** The owner of an access key. */
export interface KeyOwner {
  readonly account: string;
  readonly arn: string;
}

/** A location of the emulator. */
export interface StoredLocation {
  readonly id: string;
  readonly path: string;
  readonly role: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** A grant of the emulator. */
export interface StoredGrant {
  readonly id: string;
  readonly locationId: string;
  readonly scope: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** The state of the emulator: one account, and the regions with an instance. */
export interface Account {
  readonly id: string;
  /** The owners of access keys, by key id. Any other key belongs to a user of the account. */
  readonly keys: Map<string, KeyOwner>;
  readonly regions: Set<string>;
  readonly locations: Map<string, StoredLocation>;
  readonly grants: Map<string, StoredGrant>;
  /** Removed grants, each with the time until which lists and the removal of its location still see it. */
  readonly removedGrants: Map<StoredGrant, number>;
  /** The time for which a removed grant remains visible, in milliseconds. */
  visibleAfterRemovalMs: number;
  /** Trust policies by role name; the ARN is that of a role without a path. */
  readonly roles: Map<string, { readonly arn: string; readonly trust: unknown }>;
  /** The keys of the objects, by bucket. */
  readonly buckets: Map<string, readonly string[]>;
  /** Actions for which SimulatePrincipalPolicy returns `implicitDeny`. `undefined`: the caller may not use it. */
  denied: readonly string[] | undefined;
  /** Actions that are allowed only under a condition: the key and its value. */
  readonly conditional: Map<string, readonly [key: string, value: string]>;
  /** Actions that a policy denies, whatever others allow: the kind of that policy. */
  readonly forbidden: Map<string, 'identity' | 'boundary' | 'organization'>;
  /** Buckets of other accounts that are readable for everyone. */
  readonly foreignBuckets: Set<string>;
}
