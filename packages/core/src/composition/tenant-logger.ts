import type { Logger } from '@portcullis/plugin-api';
import { DEFAULT_TENANT } from '../ports/store/store.ts';

/** Returns a logger whose lines name the tenant; the host's own logger for the default tenant. */
export function tenantLogger(logger: Logger, tenant: string): Logger {
  if (tenant === DEFAULT_TENANT) return logger;
  const write =
    (level: keyof Logger) =>
    (message: string, details?: Readonly<Record<string, unknown>>): void =>
      logger[level](message, { tenant, ...details });
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
