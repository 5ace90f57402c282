import type { S3Config } from '../config/config-schema.ts';

/** The caller's identity by AWS. Source: STS API reference, "GetCallerIdentity". */
export interface CallerIdentity {
  readonly account: string;
  readonly arn: string;
}

/** A location of an access-grants instance. Source: S3 API reference, "ListAccessGrantsLocationsEntry". */
export interface GrantsLocation {
  readonly id: string;
  readonly arn: string;
  readonly path: string;
  readonly role: string;
}

/** A grant. Source: S3 API reference, "ListAccessGrantEntry". */
export interface Grant {
  readonly id: string;
  readonly arn: string;
  readonly locationId: string;
  readonly scope: string;
  readonly grantee: string;
  readonly permission: string;
}

/** A location to register. */
export interface LocationRegistration {
  readonly path: string;
  readonly role: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** A role. Source: IAM API reference, "GetRole". */
export interface Role {
  readonly arn: string;
  /** The trust policy, as JSON text. */
  readonly trustPolicy: string;
}

/** The input of a simulation by IAM. Source: IAM API reference, "SimulatePrincipalPolicy". */
export interface Simulation {
  /** The ARN of a user or a role. */
  readonly principal: string;
  readonly actions: readonly string[];
  readonly resource: string;
}

/**
 * The calls of AWS that this plugin makes, in one account and region. Each rejects with an error whose `name` is
 * AWS's code, like those of the AWS SDK, and ends when its signal is aborted.
 */
export interface AwsCalls {
  callerIdentity(signal: AbortSignal): Promise<CallerIdentity>;
  /** The ARN of the access-grants instance. `undefined`: there is none. */
  instance(signal: AbortSignal): Promise<string | undefined>;
  /** Every location of the instance. */
  locations(signal: AbortSignal): Promise<readonly GrantsLocation[]>;
  registerLocation(
    registration: LocationRegistration,
    signal: AbortSignal,
  ): Promise<Pick<GrantsLocation, 'id' | 'arn'>>;
  deregisterLocation(locationId: string, signal: AbortSignal): Promise<void>;
  /** Every grant of the instance. */
  grants(signal: AbortSignal): Promise<readonly Grant[]>;
  deleteGrant(grantId: string, signal: AbortSignal): Promise<void>;
  /** The tags of a location or a grant. */
  tags(arn: string, signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** `undefined`: it does not exist. */
  role(name: string, signal: AbortSignal): Promise<Role | undefined>;
  /** Returns those of the actions that would be allowed. */
  allowedActions(simulation: Simulation, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** The region of a bucket; `undefined` if the response does not contain it. */
  bucketRegion(bucket: string, signal: AbortSignal): Promise<string | undefined>;
  /** Returns whether there is any object whose key begins so. */
  hasObjects(bucket: string, prefix: string, signal: AbortSignal): Promise<boolean>;
  /** Closes connections. Never rejects. */
  close(): Promise<void>;
}

/** Credentials of AWS, as the SDK has them. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** Gives the host's own credentials: an identity provider of the AWS SDK fits. */
export type HostCredentials = () => Promise<AwsCredentials>;

/** The input of {@link ConnectAws}. */
export interface AwsConnection {
  readonly config: S3Config;
  readonly signal: AbortSignal;
}

/** Creates the calls of one account and region, with the credentials of the config. */
export type ConnectAws = (connection: AwsConnection) => Promise<AwsCalls>;
