import type { ConnectAws, HostCredentials } from './connection/aws-calls.ts';

/** The addresses of the services that are called. */
export interface Endpoints {
  readonly sts: string;
  readonly iam: string;
  readonly s3: string;
  readonly s3Control: string;
}

/** Options of {@link s3}. Each has a default. */
export interface S3Options {
  /**
   * Other addresses than Amazon's, for tests with an emulator: they must be loopback addresses.
   * @default those that the AWS SDK derives from the region
   */
  readonly endpoints?: Endpoints;
  /**
   * The host's own credentials, for integrations with `auto`: an identity provider of the AWS SDK. False refuses `auto`.
   * @remarks Set it to false if you do not trust everyone who can create integrations, such as your customers: they choose the account,
   * the role to assume and its external id, so that one customer could use the role of another.
   * @default the default chain of the AWS SDK: environment, profiles, container, instance
   */
  readonly hostCredentials?: HostCredentials | false;
  /** Creates the calls of AWS without the SDK. @default the AWS SDK, loaded on the first connection */
  readonly connect?: ConnectAws;
  /**
   * A proxy for all calls through the AWS SDK, with CONNECT: `http://proxy.example.com:3128`. The default chain of the SDK gets credentials
   * through it as well, but contacts the local addresses of containers and instances directly.
   * @remarks Set it if your hosts reach the platform only through a proxy.
   * @default none
   */
  readonly proxy?: string;
  /**
   * Certificates (PEM) to trust in addition to those of Node, for a proxy that inspects TLS.
   * @remarks Set it for a proxy that inspects TLS.
   * @default none
   */
  readonly certificateAuthorities?: readonly string[];
  /**
   * Milliseconds after which a single request times out, in addition to the engine's deadlines.
   * @remarks Raise it if single requests take longer, for example over a slow link.
   * @default 30,000
   */
  readonly requestTimeoutMs?: number;
}
