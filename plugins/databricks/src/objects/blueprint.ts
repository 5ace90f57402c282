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
  /** The principal of the service; a token does not name it, so a script leaves it to an administrator. */
  readonly principal: string | undefined;
  mark(key: string): string;
}

/** Draws the blueprint of a config. */
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

/** The principal in a statement. */
export function grantee({ principal }: Pick<Blueprint, 'principal'>): Sql {
  return principal === undefined ? factSlot('servicePrincipal', 'identifier') : ident(principal);
}

/** The principal in words. */
export function granteeName({ principal }: Pick<Blueprint, 'principal'>): string {
  return principal ?? 'the service principal';
}
