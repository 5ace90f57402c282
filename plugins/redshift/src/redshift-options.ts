import type { LoadDriver } from './connection/driver.ts';
import type { LoadAwsCalls } from './connection/federation/aws-calls.ts';
import type { Engine } from './engine.ts';

/** The addresses of the services behind a sign-in through Okta. */
export interface Endpoints {
  readonly okta: string;
  readonly sts: string;
  readonly redshift: string;
  readonly serverless: string;
}

/** Options of {@link redshift}. Each has a default. */
export interface RedshiftOptions {
  /**
   * `postgresql` lets the plugin work on a PostgreSQL server, for tests: it selects the declared statement
   * variants and allows loopback hosts and connections without TLS.
   * @default redshift
   */
  readonly engine?: Engine;
  /**
   * The TLS mode of connections. On Amazon Redshift they always use TLS, and the certificate is always verified.
   * @default verified; on PostgreSQL `off` for loopback hosts
   */
  readonly tls?: 'verified' | 'off';
  /**
   * Allowed ports of this machine, on PostgreSQL. Hosts come from the users of an API: name the ports of the test
   * servers, so that other local services are not reachable.
   * @default every port on PostgreSQL; on Amazon Redshift there are none
   */
  readonly localPorts?: readonly number[];
  /**
   * True to refuse hosts in private networks. Hosts come from the users of an API, who could otherwise find out by the errors which
   * hosts and ports of your network respond.
   * @remarks Set it to true if you do not trust everyone who can create integrations, such as your customers, and no cluster is in your
   * own network. With a proxy, the proxy itself has to refuse private addresses.
   * @default false
   */
  readonly publicAddressesOnly?: boolean;
  /**
   * An HTTP proxy for connections, by CONNECT: `http://user:password@proxy.example.com:3128`. It has to allow the port of the
   * cluster. It is also used for the requests of a sign-in through Okta to Okta and AWS, and it resolves host names.
   * @remarks Set it if your hosts reach the cluster only through a proxy.
   * @default none
   */
  readonly proxy?: string;
  /** Certificates (PEM) to trust in addition to those of Node, for a custom host name or a proxy that inspects TLS. */
  readonly certificateAuthorities?: readonly string[];
  /**
   * Milliseconds after which the server itself ends a statement, as a safeguard in addition to the engine's deadlines.
   * @remarks Raise it together with `integrations.statementDeadlineMs`.
   * @default 300,000
   */
  readonly statementTimeoutMs?: number;
  /** Loads the driver. @default the package `pg`, imported on the first connection */
  readonly driver?: LoadDriver;
  /**
   * Hosts of identity providers that passwords may be sent to, in addition to Okta's own domains: `login.example.com`, or
   * `.example.com` for every host below it. `okta.idpHost` comes from the users of an API.
   * @remarks Set it for an Okta organization with its own domain.
   * @default none
   */
  readonly identityProviders?: readonly string[];
  /**
   * Other addresses than Okta's and Amazon's for the sign-in through Okta, for tests with an emulator: they must be loopback addresses.
   * @default those of the config and of the AWS SDK
   */
  readonly endpoints?: Endpoints;
  /**
   * Loads other functions for the AWS calls of a sign-in through Okta, in place of the SDK.
   * @default `@aws-sdk/client-sts`, `-redshift` and `-redshift-serverless`, each imported on the first sign-in that needs it
   */
  readonly aws?: LoadAwsCalls;
}
