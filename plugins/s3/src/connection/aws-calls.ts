import type { S3Config } from '../config/config-schema.ts';

/** The identity of the caller. Source: STS API reference, "GetCallerIdentity". */
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
  /** The values of condition keys that the real request would have, by key. */
  readonly context: Readonly<Record<string, string>>;
}

/**
 * The decision of a simulation. `denied`: no policy allows the action. `forbidden`: a policy denies it explicitly, or a permissions
 * boundary or the organization does not allow it. `unclear`: IAM would not allow it without the value of a further condition key, such as
 * the address of the caller.
 */
export type SimulatedDecision = 'allowed' | 'denied' | 'forbidden' | 'unclear';

/**
 * The calls of AWS that this plugin makes, in one account and region. Each rejects with an error whose `name` is
 * AWS's code, like those of the AWS SDK, and ends when its signal is aborted.
 */
export interface AwsCalls {
  callerIdentity(signal: AbortSignal): Promise<CallerIdentity>;
  /** Returns the ARN of the access-grants instance, or `undefined`. */
  instance(signal: AbortSignal): Promise<string | undefined>;
  /** Lists the locations of the instance. */
  locations(signal: AbortSignal): Promise<readonly GrantsLocation[]>;
  registerLocation(
    registration: LocationRegistration,
    signal: AbortSignal,
  ): Promise<Pick<GrantsLocation, 'id' | 'arn'>>;
  deregisterLocation(locationId: string, signal: AbortSignal): Promise<void>;
  /** Lists the grants of the instance. */
  grants(signal: AbortSignal): Promise<readonly Grant[]>;
  deleteGrant(grantId: string, signal: AbortSignal): Promise<void>;
  /** Returns the tags of a location or a grant; `undefined` if it does not exist, although a list still contains it. */
  tags(arn: string, signal: AbortSignal): Promise<Readonly<Record<string, string>> | undefined>;
  /** Returns a role; `undefined` if it does not exist. */
  role(name: string, signal: AbortSignal): Promise<Role | undefined>;
  /** Simulates actions with IAM, and returns the decision on each. */
  simulate(simulation: Simulation, signal: AbortSignal): Promise<ReadonlyMap<string, SimulatedDecision>>;
  /** Returns the region of a bucket; `undefined` if the response does not contain it. */
  bucketRegion(bucket: string, signal: AbortSignal): Promise<string | undefined>;
  /** Returns whether a bucket that the credentials can reach belongs to an account. */
  isOwnedBy(bucket: string, account: string, signal: AbortSignal): Promise<boolean>;
  /** Returns whether an object has a key with this prefix. */
  hasObjects(bucket: string, prefix: string, signal: AbortSignal): Promise<boolean>;
  /** Closes connections. Never rejects. */
  close(): Promise<void>;
}

/** Credentials of AWS, in the form of the SDK. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** Returns the host's own credentials. An identity provider of the AWS SDK has this type. */
export type HostCredentials = () => Promise<AwsCredentials>;

/** The input of {@link ConnectAws}. */
export interface AwsConnection {
  readonly config: S3Config;
  readonly signal: AbortSignal;
}

/** Creates the calls of one account and region, with the credentials of the config. */
export type ConnectAws = (connection: AwsConnection) => Promise<AwsCalls>;
