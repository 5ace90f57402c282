/** The response of POST /integrations/privileges: the least privileges for the set-up of a config. */
export interface SetupPrivilegesView {
  readonly type: string;
  /** Absent for types that are configured from their own side. */
  readonly autoBootstrap?: boolean;
  /** The target's display name. */
  readonly target: string;
  /** The grantee of the privileges; absent if no account has to be prepared. */
  readonly role?: {
    readonly name: string;
    /** The account that must run the script. */
    readonly runAs: string;
  };
  /** States whether an account with only these privileges can do the work. */
  readonly minimal: {
    readonly possible: boolean;
    /** The privileges that cannot be granted, if any, one sentence each. */
    readonly reasons: readonly string[];
  };
  /** In the order in which they are needed, each once. */
  readonly privileges: readonly NeededPrivilegeView[];
  /**
   * The script that creates the role with exactly these privileges; on platforms without a script language, a list of them in
   * comments.
   */
  readonly script: string;
  /** The name for users and syntax highlighting. */
  readonly language: string;
  readonly fileName: string;
  /** Warnings for the reader, one sentence each. */
  readonly warnings: readonly string[];
}

/** One privilege, with everything it is needed for. */
export interface NeededPrivilegeView {
  /** The platform's own name for it. */
  readonly name: string;
  readonly on: string;
  /** True when it must include the right to grant it. */
  readonly withGrant: boolean;
  /** True when an administrator can grant it at all. */
  readonly grantable: boolean;
  /** Privileges that are sufficient instead. */
  readonly anyOf: readonly string[];
  /** The object whose creation includes the privilege, if it needs no grant. */
  readonly comesWith?: string;
  /** The account that needs it: the set-up account, or the account that the service signs in with afterwards. */
  readonly heldBy: 'setup' | 'service';
  /** The operations on the integration that need it. */
  readonly operations: readonly ('create' | 'edit' | 'delete')[];
  /** The objects that it is needed for. */
  readonly objects: readonly {
    readonly key: string;
    readonly kind: string;
    readonly name: string;
    /** The operations on the object. */
    readonly operations: readonly ('create' | 'alter' | 'drop' | 'observe')[];
    readonly why: string;
  }[];
  /** The statements that grant it, the least privilege first; empty if nothing has to be granted. */
  readonly statements: readonly string[];
  /** The account that can run them. */
  readonly grantedBy?: string;
}
