import type { ManagedObject, ObjectContext } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Facts } from '../discover.ts';
import type { Blueprint } from './blueprint.ts';
import { database } from './database.ts';
import { databaseAccess } from './database-access.ts';
import { marks } from './marks.ts';
import { serviceAccount } from './service-account.ts';
import { serviceAccountName } from './service-account-name.ts';

/** The managed objects of an integration, in the order of their creation. */
export function managedObjects(config: Config, context: ObjectContext<Facts>): readonly ManagedObject[] {
  const { mode } = context;
  const blueprint: Blueprint = {
    config,
    mode,
    account: serviceAccountName(config, mode),
    mark: (key) => context.mark(key),
  };
  return [database, marks, serviceAccount, databaseAccess].map((declare) => declare(blueprint));
}
