import type { ObjectContext, SetupMode } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { Engine } from '../engine.ts';
import { impersonationRoleName, registrySchemaName, serviceAccountName } from '../names/object-names.ts';
import { OBJECT_KEYS } from './object-keys.ts';

/** The input for the managed objects of one config. */
export interface Blueprint {
  readonly engine: Engine;
  readonly mode: SetupMode;
  readonly database: string;
  readonly initialDatabase: string;
  /** The account that the service signs in with. */
  readonly account: string;
  /** The kind of its password: a permanent one, or temporary ones from a sign-in through Okta. */
  readonly signIn: 'password' | 'temporary';
  /** The schema of the initial database that contains the marks. */
  readonly registry: string;
  /** The role of impersonation, whether it is enabled or not. */
  readonly role: string;
  readonly impersonation: boolean;
  /**
   * The creator of the objects inside the managed database: the service account after an automatic set-up, so that
   * upgrades need no privileged credentials; otherwise the account that runs the script.
   */
  readonly contentsCreator: 'service' | 'setup';
  mark(key: string): string;
}

/** Creates the blueprint of a config. */
export function blueprintOf(
  config: RedshiftConfig,
  context: Pick<ObjectContext<never>, 'mode' | 'mark'>,
  engine: Engine,
): Blueprint {
  const { mode } = context;
  return {
    engine,
    mode,
    database: config.database,
    initialDatabase: config.initialDatabase,
    account: serviceAccountName(config, mode, engine),
    signIn: mode === 'manual' && config.authenticationType === 'okta' ? 'temporary' : 'password',
    registry: registrySchemaName(config.database, context.mark(OBJECT_KEYS.registry), engine),
    role: impersonationRoleName(config, engine),
    impersonation: config.impersonation.enabled,
    contentsCreator: mode === 'automatic' ? 'service' : 'setup',
    mark: (key) => context.mark(key),
  };
}
