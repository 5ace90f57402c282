import { factSlot, ident, type ObjectContext, type SetupMode, type Sql } from '@portcullis/plugin-api';
import type { DatabricksConfig } from '../config/config-schema.ts';
import { warehouseOf } from '../config/http-path.ts';
import type { DatabricksFacts } from '../discover.ts';

/** The input for the managed objects of one config. */
export interface Blueprint {
  readonly mode: SetupMode;
  readonly catalog: string;
  readonly managedLocation: string | undefined;
  readonly warehouse: string;
  readonly excludedGroup: string | undefined;
  readonly audit: boolean;
  /**
   * The principal of the service. Undefined for a token, which does not contain it: in a script, an administrator fills
   * it in.
   */
  readonly principal: string | undefined;
  mark(key: string): string;
}

/** Creates the blueprint of a config. */
export function blueprintOf(
  config: DatabricksConfig,
  { mode, mark, facts }: Pick<ObjectContext<DatabricksFacts>, 'mode' | 'mark' | 'facts'>,
): Blueprint {
  return {
    mode,
    catalog: config.catalog,
    managedLocation: config.managedLocation,
    warehouse: warehouseOf(config),
    excludedGroup: config.groupPattern?.deny,
    audit: config.audit.enabled,
    principal: principalOf(config) ?? facts.servicePrincipal,
    mark: (key) => mark(key),
  };
}

/** Returns the principal of the service, if the config names it. */
export function principalOf(config: DatabricksConfig): string | undefined {
  return config.authenticationType === 'oAuthM2M' ? config.oAuthClientConfig.clientId : undefined;
}

/** Returns the principal for a statement. */
export function grantee({ principal }: Pick<Blueprint, 'principal'>): Sql {
  return principal === undefined ? factSlot('servicePrincipal', 'identifier') : ident(principal);
}

/** Returns the principal for messages. */
export function granteeName({ principal }: Pick<Blueprint, 'principal'>): string {
  return principal ?? 'the service principal';
}
