/** A key of the emulator: who has it, and how requests must be signed with it. */
export interface AccessKey {
  readonly secret: string;
  readonly account: string;
  readonly arn: string;
  /** Codes of AWS that requests with this key are refused with. */
  readonly refusedWith?: string;
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

/** A bucket of the emulator and the keys of its objects. */
interface StoredBucket {
  readonly region: string;
  readonly objects: readonly string[];
}

/** The state of the emulator: one account. Regions with an instance are listed. */
export interface Account {
  readonly id: string;
  /** `any`: signatures are not checked, since another server gave the keys out. */
  readonly keys: Map<string, AccessKey> | 'any';
  readonly regions: Set<string>;
  readonly locations: Map<string, StoredLocation>;
  readonly grants: Map<string, StoredGrant>;
  /** Trust policies by role name; the ARN is that of a role without a path. */
  readonly roles: Map<string, { readonly arn: string; readonly trust: unknown }>;
  readonly buckets: Map<string, StoredBucket>;
  /** Actions that SimulatePrincipalPolicy answers with `implicitDeny`; `undefined`: it may not be asked. */
  denied: readonly string[] | undefined;
}
