/** The role to assume. Source: STS API reference, "AssumeRoleWithSAML". */
export interface SamlRole {
  readonly region: string;
  readonly role: string;
  readonly provider: string;
  /** In base64. */
  readonly assertion: string;
}

/** Credentials of an assumed role. */
export interface RoleCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

/** The cluster user to sign in. Source: Amazon Redshift API reference, "GetClusterCredentials". */
export interface ClusterSignIn {
  readonly region: string;
  readonly cluster: string;
  readonly database: string;
  readonly user: string;
}

/**
 * The workgroup to sign in to: the user follows from the role. Source: Amazon Redshift Serverless API reference,
 * "GetCredentials".
 */
export interface WorkgroupSignIn {
  readonly region: string;
  readonly workgroup: string;
  readonly database: string;
}

/** A user of the database and a password that soon ends. */
export interface TemporaryAccount {
  readonly user: string;
  readonly password: string;
}

/**
 * The calls of AWS behind a federated sign-in. Each rejects with an error whose `name` is AWS's code, as those of the AWS SDK do,
 * and is given up when its signal is aborted.
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

/** Brings the calls, on the first sign-in that needs them. */
export type LoadAwsCalls = () => Promise<AwsCalls>;
