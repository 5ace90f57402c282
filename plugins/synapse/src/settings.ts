import { invalidOption, refuseInvalidTimeouts, refuseInvalidUrls, refuseUnknownOptions } from '@portcullis/plugin-api';
import { type LoadDriver, loadTedious } from './connection/driver.ts';
import type { SynapseOptions } from './synapse-options.ts';

/** The options of the plugin, with defaults. */
export interface Settings {
  readonly encryption: 'verified' | 'strict' | 'off';
  readonly localPorts: readonly number[];
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly statementTimeoutMs: number;
  readonly driver: LoadDriver;
}

const ENCRYPTIONS: readonly string[] = ['verified', 'strict', 'off'];
const DEFAULT_STATEMENT_TIMEOUT_MS = 300_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist or is not valid.
 */
export function settingsOf(options: SynapseOptions): Settings {
  refuseUnknownOptions('synapse()', options, {
    encryption: null,
    localPorts: null,
    proxy: null,
    certificateAuthorities: null,
    statementTimeoutMs: null,
    driver: null,
  });
  const {
    encryption = 'verified',
    localPorts = [],
    proxy,
    statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS,
  } = options;
  if (!ENCRYPTIONS.includes(encryption)) {
    throw invalidOption(`synapse() got the encryption "${encryption}".`, `Use one of: ${ENCRYPTIONS.join(', ')}.`);
  }
  if (encryption === 'off' && localPorts.length === 0) {
    throw invalidOption(
      'synapse() got encryption: "off" without localPorts.',
      'Leave it out: connections to Azure are always encrypted. For an emulator on this machine, set its port.',
    );
  }
  refuseInvalidUrls('synapse()', { proxy });
  refuseInvalidTimeouts('synapse()', { statementTimeoutMs });
  return {
    encryption,
    localPorts,
    proxy,
    certificateAuthorities: options.certificateAuthorities ?? [],
    statementTimeoutMs,
    driver: options.driver ?? (() => loadTedious()),
  };
}
