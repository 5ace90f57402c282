import type { ManagedObject, ObjectContext } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Facts } from '../discover.ts';
import type { Blueprint } from './blueprint.ts';
import { schema } from './schema.ts';
import { schemaAccess } from './schema-access.ts';
import { serviceAccount } from './service-account.ts';
import { serviceAccountName } from './service-account-name.ts';

/**
 * Returns the managed objects of an integration, in the order of their creation. Plans, scripts, reversal, drift and
 * the minimal set-up role are derived from this list: add every other object that the service needs on the platform
 * here.
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
