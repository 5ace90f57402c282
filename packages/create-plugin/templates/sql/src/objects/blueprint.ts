import type { SetupMode } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';

/** The slot of the service account's password. */
export const SERVICE_PASSWORD = 'servicePassword';

/**
 * The keys of the managed objects. Never change them: an object with a new name is altered, but an object with a new
 * key is another object.
 */
export const OBJECT_KEYS = {
  schema: 'schema',
  serviceAccount: 'service-account',
  schemaAccess: 'schema-access',
} as const;

/** The input for the managed objects of one config. */
export interface Blueprint {
  readonly config: Config;
  readonly mode: SetupMode;
  /** The account of the service. */
  readonly account: string;
  /** True if it has a password on the platform. With other methods, an external party authenticates it. */
  readonly hasPassword: boolean;
  mark(key: string): string;
}
