import type { LoadDriver } from './connection/driver.ts';
import type { LoadAwsCalls } from './connection/federation/aws-calls.ts';
import type { Engine } from './engine.ts';
import type { Endpoints } from './redshift-options.ts';

/** The options of the plugin, with defaults. */
export interface Settings {
  readonly engine: Engine;
  /** `undefined`: depends on the host. */
  readonly tls: 'verified' | 'off' | undefined;
  readonly localPorts: 'all' | readonly number[];
  readonly publicAddressesOnly: boolean;
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly statementTimeoutMs: number;
  readonly driver: LoadDriver;
  readonly identityProviders: readonly string[];
  readonly endpoints: Endpoints | undefined;
  readonly aws: LoadAwsCalls;
}
