import type { SetupMode } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';

/** The slot of the service account's password. */
export const SERVICE_PASSWORD = 'servicePassword';

/** The keys of the managed objects. They stay as they are across versions: a new name is an alter, a new key another object. */
export const OBJECT_KEYS = {
  schema: 'schema',
  serviceAccount: 'service-account',
  schemaAccess: 'schema-access',
} as const;

/** What the managed objects of one config are made from. */
export interface Blueprint {
  readonly config: Config;
  readonly mode: SetupMode;
  /** The account that the service signs in with. */
  readonly account: string;
  /** Whether it has a password on the platform. With anything else, something outside says who it is. */
  readonly hasPassword: boolean;
  mark(key: string): string;
}
