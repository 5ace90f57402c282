/** The answer of POST /integrations/privileges: what it takes to set a config up, and nothing more. */
export interface SetupPrivilegesView {
  readonly type: string;
  /** Absent for types that are configured from their own side. */
  readonly autoBootstrap?: boolean;
  /** The target's display name. */
  readonly target: string;
  /** Who gets the privileges; absent where nobody has to be prepared. */
  readonly role?: {
    readonly name: string;
    /** Who must run the script. */
    readonly runAs: string;
  };
  /** Whether an account with these privileges alone can do the work. */
  readonly minimal: {
    readonly possible: boolean;
    /** Where it is not: what cannot be granted. One sentence each. */
    readonly reasons: readonly string[];
  };
  /** In the order in which they are needed, each once. */
  readonly privileges: readonly NeededPrivilegeView[];
  /** Makes the role with exactly these privileges; a list of them in comments where there is no language to do it in. */
  readonly script: string;
  /** Name for highlighters and people. */
  readonly language: string;
  readonly fileName: string;
  /** What the reader must know, one sentence each. */
  readonly warnings: readonly string[];
}

/** One privilege, with everything it is needed for. */
export interface NeededPrivilegeView {
  /** The platform's own name for it. */
  readonly name: string;
  readonly on: string;
  /** Whether it must be held with the right to pass it on. */
  readonly withGrant: boolean;
  /** Whether an administrator can grant it at all. */
  readonly grantable: boolean;
  /** Privileges that serve as well. */
  readonly anyOf: readonly string[];
  /** Where nobody has to grant it: the object whose making brings it. */
  readonly comesWith?: string;
  /** Who needs it: whoever sets up, or the account that the service signs in with afterwards. */
  readonly heldBy: 'setup' | 'service';
  /** Which operations on the integration need it. */
  readonly operations: readonly ('create' | 'edit' | 'delete')[];
  /** What it is needed for. */
  readonly objects: readonly {
    readonly key: string;
    readonly kind: string;
    readonly name: string;
    /** What is done with the object. */
    readonly operations: readonly ('create' | 'alter' | 'drop' | 'observe')[];
    readonly why: string;
  }[];
  /** The statements that grant it, least first; empty where nothing is to be granted. */
  readonly statements: readonly string[];
  /** Who can run them. */
  readonly grantedBy?: string;
}
