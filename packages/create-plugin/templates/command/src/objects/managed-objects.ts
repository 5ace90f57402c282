import type { ManagedObject, ObjectContext } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Blueprint } from './blueprint.ts';
import { serviceAccount } from './service-account.ts';
import { serviceAccountName } from './service-account-name.ts';

/**
 * Returns the managed objects of an integration, in the order of their creation. Plans, scripts, reversal, drift and
 * the minimal set-up role are derived from this list: add every other object that the service needs on the platform
 * here.
 */
export function managedObjects(
  config: Config,
  { mode, mark }: Pick<ObjectContext<Record<never, never>>, 'mode' | 'mark'>,
): readonly ManagedObject[] {
  const blueprint: Blueprint = { config, account: serviceAccountName(config, mode), mark: (key) => mark(key) };
  return [serviceAccount(blueprint)];
}
