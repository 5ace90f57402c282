import { ident, literal, type ObjectGuard, type Privilege, type SetupMode, sql } from '@portcullis/plugin-api';
import type { SimulatedConfig } from './simulated-config.ts';

/**
 * The rotation of the service account's secret: between two credentials, in one credential, in one by the service account
 * itself, or in a set of passwords, from which one is removed by its value.
 */
export type SimulatedRotation = 'two-credentials' | 'one-credential' | 'own' | 'set';

/** The input for the objects of one config. */
export interface Blueprint {
  readonly config: SimulatedConfig;
  readonly mode: SetupMode;
  /** The creator of the objects inside the managed database. */
  readonly contentsCreator: 'service' | 'setup';
  /** The account of the service. */
  readonly account: string;
  readonly procedureRevision: string;
  readonly rotation: SimulatedRotation;
  mark(key: string): string;
}

/** The stages: one connection to an existing database, one to the managed one. */
export const STAGE = { initial: 'initial', main: 'main' } as const;

/** The role that several integrations of a server share. */
export const READERS = 'portcullis_readers';

/** The queries that check whether an object exists and whether it is ours. */
export function guardOf(kind: string, name: string, mark: string): ObjectGuard {
  return {
    exists: sql`FIND ${literal(kind)} ${literal(name)}`,
    ours: sql`FIND ${literal(kind)} ${literal(name)} MARKED ${literal(mark)}`,
  };
}

/** A privilege that an administrator can grant. */
export function privilege(name: string, on: string): Privilege {
  return {
    name,
    on,
    operations: ['create', 'alter', 'drop'],
    grant: (grantee) => sql`GRANT PRIVILEGE ${literal(name)} TO ${ident(grantee)}`,
  };
}
