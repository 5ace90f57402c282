import type { ManagedObject, ObjectContext } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Facts } from '../discover.ts';
import type { Blueprint } from './blueprint.ts';
import { schema } from './schema.ts';
import { schemaAccess } from './schema-access.ts';
import { serviceAccount } from './service-account.ts';
import { serviceAccountName } from './service-account-name.ts';

/**
 * Everything that an integration is made of, in the order in which it is made. Plans, scripts, undo, drift and the least set-up
 * role are derived from this list: whatever else the service needs on the platform, add it here.
 */
export function managedObjects(config: Config, context: ObjectContext<Facts>): readonly ManagedObject[] {
  const { mode } = context;
  const blueprint: Blueprint = {
    config,
    mode,
    account: serviceAccountName(config, mode),
    hasPassword: mode === 'automatic' || 'password' in config,
    mark: (key) => context.mark(key),
  };
  return [schema(blueprint), serviceAccount(blueprint), schemaAccess(blueprint)];
}
