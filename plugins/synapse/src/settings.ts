import { isWebUrl, PortcullisError, refuseUnknownOptions } from '@portcullis/plugin-api';
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
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist, for an unknown encryption, for `off` without local ports, for a proxy
 * that is not a URL, and for a time-out that is not a positive whole number.
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
    throw invalid(`synapse() got the encryption "${encryption}".`, `Use one of: ${ENCRYPTIONS.join(', ')}.`);
  }
  if (encryption === 'off' && localPorts.length === 0) {
    throw invalid(
      'synapse() got encryption: "off" without localPorts.',
      'Leave it out: connections to Azure are always encrypted. For an emulator on this machine, set its port.',
    );
  }
  if (proxy !== undefined && !isWebUrl(proxy)) {
    throw invalid(
      'synapse() got a proxy that is not a URL.',
      'Use an http or https URL, with %25 for a percent sign in its password.',
    );
  }
  if (!Number.isInteger(statementTimeoutMs) || statementTimeoutMs <= 0) {
    throw invalid('synapse() got a statementTimeoutMs that is not a positive whole number.', 'Give milliseconds.');
  }
  return {
    encryption,
    localPorts,
    proxy,
    certificateAuthorities: options.certificateAuthorities ?? [],
    statementTimeoutMs,
    driver: options.driver ?? (() => loadTedious()),
  };
}

function invalid(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
