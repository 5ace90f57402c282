import { ident, literal, type ManagedObject, type Step, sql } from '@portcullis/plugin-api';
import { IMPERSONATION } from '../features.ts';
import type { Blueprint } from './blueprint.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { tableObject } from './table-object.ts';

/** The tables of the service. */
export const TABLES = {
  userProfile: 'user_profile',
  profileFormat: 'profile_format',
  impersonations: 'impersonations',
} as const;

/**
 * The profiles that the views read: a row for each login, with its groups and attributes as delimited text. Small
 * tables that are read with every query are replicated to every node ("Design guidance for using replicated tables").
 */
export function userProfileTable(blueprint: Blueprint): ManagedObject {
  return tableObject(blueprint, {
    key: OBJECT_KEYS.userProfile,
    name: TABLES.userProfile,
    definition: sql`
      (
          user_name nvarchar(128) NOT NULL,
          member_of nvarchar(4000) NOT NULL,
          purposes nvarchar(4000) NOT NULL,
          attributes nvarchar(4000) NOT NULL,
          updated_at datetime2(3) NOT NULL
      )
      WITH (DISTRIBUTION = REPLICATE, HEAP)`,
    why: 'Contains groups, purposes and attributes of each login, from which the views determine the visible data. The service keeps it up to date.',
  });
}

/**
 * The table with the format of the profiles: the delimiters, in one row. It also contains the mark in readable form;
 * the SID of the login is a digest of it.
 */
export function profileFormatTable(blueprint: Blueprint): ManagedObject {
  const { systemSchema, delimiters, integrationMark } = blueprint;
  const table = ident(systemSchema, TABLES.profileFormat);
  const { hashDelimiter, hashKeyDelimiter, arrayDelimiter } = delimiters;
  const wanted = { hashDelimiter, hashKeyDelimiter, arrayDelimiter, integrationMark };
  const insert = (row: Readonly<Record<keyof typeof wanted, string>>): Step => ({
    text: sql`INSERT INTO ${table} (hash_delimiter, hash_key_delimiter, array_delimiter, integration_mark) VALUES (${literal(row.hashDelimiter)}, ${literal(row.hashKeyDelimiter)}, ${literal(row.arrayDelimiter)}, ${literal(row.integrationMark)})`,
  });
  const clear: Step = { text: sql`DELETE FROM ${table}` };
  return tableObject(blueprint, {
    key: OBJECT_KEYS.profileFormat,
    name: TABLES.profileFormat,
    definition: sql`
      (
          hash_delimiter nvarchar(16) NOT NULL,
          hash_key_delimiter nvarchar(16) NOT NULL,
          array_delimiter nvarchar(16) NOT NULL,
          integration_mark nvarchar(128) NOT NULL
      )
      WITH (DISTRIBUTION = REPLICATE, HEAP)`,
    rows: [insert(wanted)],
    alter: () => [clear, insert(wanted)],
    // The values are unknown if there was no row, or more than one.
    restore: (former) =>
      Object.values(former).every((value) => typeof value === 'string')
        ? [clear, insert({ ...wanted, ...(former as Partial<typeof wanted>) })]
        : undefined,
    desired: wanted,
    why: 'Tells the views which delimiters the profiles use, and records which integration these objects belong to.',
  });
}

/** The table of the impersonations in effect. Views read it; only the procedures write it. */
export function impersonationsTable(blueprint: Blueprint): ManagedObject {
  return tableObject(blueprint, {
    key: OBJECT_KEYS.impersonations,
    name: TABLES.impersonations,
    definition: sql`
      (
          account nvarchar(128) NOT NULL,
          acts_as nvarchar(128) NOT NULL
      )
      WITH (DISTRIBUTION = REPLICATE, HEAP)`,
    feature: IMPERSONATION,
    why: 'Records which login currently queries as which other one; the views read it.',
  });
}
