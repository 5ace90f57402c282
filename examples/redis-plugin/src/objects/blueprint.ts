import type { Config } from '../config/config-schema.ts';

/** The slot of the service account's password. */
export const SERVICE_PASSWORD = 'servicePassword';

/**
 * The keys of the managed objects. Never change them: an object with a new name is altered, but an object with a new
 * key is another object.
 */
export const OBJECT_KEYS = { serviceAccount: 'service-account' } as const;

/** The input for the managed objects of one config. */
export interface Blueprint {
  readonly config: Config;
  /** The account of the service. */
  readonly account: string;
  mark(key: string): string;
}
