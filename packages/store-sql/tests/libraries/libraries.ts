import { openDrizzle, openDrizzleOnPostgresJs } from './drizzle.ts';
import type { OpenLibrary } from './host-library.ts';
import { openKnex } from './knex.ts';
import { openKysely, openKyselyOnPostgresJs } from './kysely.ts';
import { openMikroOrm } from './mikro-orm.ts';
import { openPostgresJs } from './postgres-js.ts';
import { openTypeOrm } from './typeorm.ts';

/** A library on a driver, and its open function. */
export const LIBRARIES: readonly (readonly [string, OpenLibrary])[] = [
  ['Drizzle on pg', openDrizzle],
  ['Drizzle on postgres.js', openDrizzleOnPostgresJs],
  ['Kysely on pg', openKysely],
  ['Kysely on postgres.js', openKyselyOnPostgresJs],
  ['Knex on pg', openKnex],
  ['TypeORM on pg', openTypeOrm],
  ['MikroORM on pg', openMikroOrm],
  ['postgres.js', openPostgresJs],
];
