import { ident, type ObjectFamily, sql } from '@portcullis/plugin-api';
import type { SimulatedSession } from '../platform/simulated-session.ts';
import { privilege, STAGE } from './object-parts.ts';
import type { SimulatedConfig } from './simulated-config.ts';

type SimulatedFamily = ObjectFamily<SimulatedSession, SimulatedConfig>;

/** The placeholder for `list`: the simulated platform returns the planted objects. */
const NOTHING: SimulatedFamily['list'] = async () => [];

/** The families of runtime objects: one that is dropped with the database, one of the server, one of the volume. */
export const SIMULATED_FAMILIES: readonly SimulatedFamily[] = [
  {
    key: 'views',
    kind: 'view',
    stage: STAGE.main,
    blocks: ['schema'],
    within: 'database',
    by: 'service',
    list: NOTHING,
    drop: ({ name }) => [{ text: sql`DROP VIEW ${ident(name)}` }],
    needs: ({ name }) => [privilege('DROP', `view ${name}`)],
  },
  {
    key: 'user-roles',
    kind: 'user role',
    stage: STAGE.initial,
    blocks: ['service-account'],
    list: NOTHING,
    drop: ({ name }) => [{ text: sql`DROP USER ROLE ${ident(name)}` }],
    needs: ({ name }) => [privilege('DROP', `user role ${name}`)],
  },
  {
    key: 'exports',
    kind: 'export',
    stage: STAGE.initial,
    blocks: ['volume'],
    list: NOTHING,
    drop: ({ name }) => [{ text: sql`DROP EXPORT ${ident(name)}` }],
    needs: ({ name }) => [privilege('DROP', `export ${name}`)],
  },
];
