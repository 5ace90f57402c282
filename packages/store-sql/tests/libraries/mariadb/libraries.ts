import type { MariaDbTransactionQueries } from '../../../src/mariadb.ts';
import type { OpenLibrary } from '../host-library.ts';
import { openDrizzle } from './drizzle.ts';
import { openKnex } from './knex.ts';
import { openKysely } from './kysely.ts';
import { openMikroOrm } from './mikro-orm.ts';
import { openTypeOrm } from './typeorm.ts';

/** A library on a driver for MariaDB, and its open function. */
export const MARIADB_LIBRARIES: readonly (readonly [string, OpenLibrary<MariaDbTransactionQueries>])[] = [
  ['Drizzle on mysql2', openDrizzle],
  ['Kysely on mysql2', openKysely],
  ['Knex on mysql2', openKnex],
  ['TypeORM on mysql2', openTypeOrm],
  ['MikroORM on mysql2', openMikroOrm],
];
