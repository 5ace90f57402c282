import { PortcullisError } from '@portcullis/plugin-api';
import { type LoadDriver, loadPostgresDriver } from './connection/driver.ts';
import { ENGINES, type Engine } from './engine.ts';
import type { RedshiftOptions } from './redshift-options.ts';

/** The options of the plugin with their defaults filled in. */
export interface Settings {
  readonly engine: Engine;
  /** `undefined`: decided by the host. */
  readonly tls: 'verified' | 'off' | undefined;
  readonly localPorts: 'all' | readonly number[];
  readonly certificateAuthorities: readonly string[];
  readonly statementTimeoutMs: number;
  readonly driver: LoadDriver;
}

const DEFAULT_STATEMENT_TIMEOUT_MS = 300_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an unknown engine, for TLS switched off or local ports on Amazon Redshift, and
 * for a time-out that is no positive whole number.
 */
export function settingsOf(options: RedshiftOptions): Settings {
  const { engine = 'redshift', tls, statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS } = options;
  if (!Object.hasOwn(ENGINES, engine)) {
    throw invalid(`redshift() got the engine "${engine}".`, `Use one of: ${Object.keys(ENGINES).join(', ')}.`);
  }
  if (engine === 'redshift' && tls === 'off') {
    throw invalid('redshift() got tls: "off" for Amazon Redshift.', 'Leave tls out: connections there are verified.');
  }
  if (engine === 'redshift' && options.localPorts !== undefined) {
    throw invalid('redshift() got localPorts for Amazon Redshift.', 'Leave them out: no cluster runs on this machine.');
  }
  if (!Number.isInteger(statementTimeoutMs) || statementTimeoutMs <= 0) {
    throw invalid('redshift() got a statementTimeoutMs that is no positive whole number.', 'Give milliseconds.');
  }
  return {
    engine,
    tls,
    localPorts: options.localPorts ?? (engine === 'postgresql' ? 'all' : []),
    certificateAuthorities: options.certificateAuthorities ?? [],
    statementTimeoutMs,
    driver: options.driver ?? loadPostgresDriver,
  };
}

function invalid(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
