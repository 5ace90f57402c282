import type { Config } from '../config/config-schema.ts';

/** The slot of the service account's password. */
export const SERVICE_PASSWORD = 'servicePassword';

/**
 * The keys of the managed objects. They never change across versions: a new name is an alter, a new key is another
 * object.
 */
export const OBJECT_KEYS = { serviceAccount: 'service-account' } as const;

/** The input for the managed objects of one config. */
export interface Blueprint {
  readonly config: Config;
  /** The account that the service signs in with. */
  readonly account: string;
  mark(key: string): string;
}
