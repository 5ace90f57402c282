import type { ObjectContext, SetupMode } from '@portcullis/plugin-api';
import type { SnowflakeConfig } from '../config/config-shapes.ts';
import { nameOf } from '../names/identifier.ts';
import { databaseName, impersonationRoleName, serviceUserName, systemRoleName } from '../names/object-names.ts';
import { type ActingRoles, actingRoles } from './acting-roles.ts';
import { type SignIn, signInOf } from './sign-in.ts';

/** The input for the managed objects of one config, with the names of the platform. */
export interface Blueprint {
  readonly mode: SetupMode;
  readonly database: string;
  readonly warehouse: string;
  readonly systemRole: string;
  readonly serviceUser: string;
  /** The role of impersonation, whether it is enabled or not. */
  readonly impersonationRole: string;
  readonly signIn: SignIn;
  readonly acting: ActingRoles;
  /** The features that are on; `tableGrants` is an option of the instance. */
  readonly features: Readonly<Record<Feature, boolean>>;
  mark(key: string): string;
}

/** The features that change the list of objects. */
type Feature = 'audit' | 'lineage' | 'workspaces' | 'impersonation' | 'tableGrants';

/** Creates the blueprint of a config. */
export function blueprintOf(
  config: SnowflakeConfig,
  { mode, mark, options }: Pick<ObjectContext<never>, 'mode' | 'mark' | 'options'>,
): Blueprint {
  return {
    mode,
    database: databaseName(config),
    warehouse: nameOf(config.warehouse),
    systemRole: systemRoleName(config, mode),
    serviceUser: serviceUserName(config, mode),
    impersonationRole: impersonationRoleName(config),
    signIn: signInOf(config, mode),
    acting: actingRoles(config, mode),
    features: {
      audit: config.audit.enabled,
      lineage: config.lineage.enabled,
      workspaces: config.workspaces.enabled,
      impersonation: config.impersonation.enabled,
      tableGrants: typeof options.tableGrantsRolePrefix === 'string',
    },
    mark: (key) => mark(key),
  };
}
