import { initial } from './0001-initial.ts';
import type { StoreMigration } from './store-migration.ts';

/**
 * Every migration by its name, in the order of the names. Migrations are added, never changed: a test knows a digest of
 * each. They keep what the previous version uses, because its nodes continue to run.
 */
export const MIGRATIONS: Readonly<Record<string, StoreMigration>> = {
  '0001-initial': initial,
};
