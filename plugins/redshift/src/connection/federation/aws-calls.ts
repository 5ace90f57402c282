/** The role to assume. Source: STS API reference, "AssumeRoleWithSAML". */
export interface SamlRole {
  readonly region: string;
  readonly role: string;
  readonly provider: string;
  /** The SAML assertion, in base64. */
  readonly assertion: string;
}

/** Credentials of an assumed role. */
export interface RoleCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The sign-in of a user to a cluster. Source: Amazon Redshift API reference, "GetClusterCredentials". */
export interface ClusterSignIn {
  readonly region: string;
  readonly cluster: string;
  readonly database: string;
  readonly user: string;
}

/**
 * The sign-in to a workgroup, which derives the user from the role. Source: Amazon Redshift Serverless API reference,
 * "GetCredentials".
 */
export interface WorkgroupSignIn {
  readonly region: string;
  readonly workgroup: string;
  readonly database: string;
}

/** A database user with a short-lived password. */
export interface TemporaryAccount {
  readonly user: string;
  readonly password: string;
}

/**
 * The calls of AWS behind a federated sign-in. Each rejects with an error whose `name` is AWS's code, like errors of
 * the AWS SDK, and stops when its signal is aborted.
 */
export interface AwsCalls {
  assumeRole(role: SamlRole, signal: AbortSignal): Promise<RoleCredentials>;
  clusterAccount(signIn: ClusterSignIn, credentials: RoleCredentials, signal: AbortSignal): Promise<TemporaryAccount>;
  workgroupAccount(
    signIn: WorkgroupSignIn,
    credentials: RoleCredentials,
    signal: AbortSignal,
  ): Promise<TemporaryAccount>;
}

/** Loads the calls on the first sign-in that needs them. */
export type LoadAwsCalls = () => Promise<AwsCalls>;
