import {
  ident,
  keyword,
  literal,
  type ManagedObject,
  type SecretRotation,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import { type Blueprint, guardOf, privilege, READERS, type SimulatedRotation, STAGE } from './object-parts.ts';

/** Returns the objects of the server, which the privileged account creates from the initial database. */
export function clusterObjects(blueprint: Blueprint): readonly ManagedObject[] {
  return [...warehouse(blueprint), database(blueprint), readers(blueprint), account(blueprint), membership(blueprint)];
}

function warehouse({ config }: Blueprint): readonly ManagedObject[] {
  if (config.warehouse === undefined) return [];
  return [
    {
      key: 'warehouse',
      kind: 'warehouse',
      name: config.warehouse,
      scope: 'cluster',
      sharing: 'required',
      by: 'setup',
      stage: STAGE.initial,
      create: [],
      drop: [],
      needs: [],
      why: 'Queries run in it.',
      presentTest: { id: 'warehouse-present', name: 'Initial Validation: Default Warehouse Access Test' },
    },
  ];
}

function database({ config, mark }: Blueprint): ManagedObject {
  const { database: name } = config;
  return {
    key: 'database',
    kind: 'database',
    name,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`CREATE DATABASE ${ident(name)} MARK ${literal(mark('database'))}`, alone: true }],
    drop: [{ text: sql`DROP DATABASE ${ident(name)}`, alone: true, succeedOn: ['not-found'] }],
    reversible: false,
    needs: [privilege('CREATE DATABASE', 'server')],
    why: 'Contains all objects of the service.',
    guard: {
      ...guardOf('database', name, mark('database')),
      foreignContents: [{ list: sql`FIND FOREIGN IN ${literal(name)}` }],
    },
    absentTest: { id: 'database-absent', name: 'Validate Automatic: Database Does Not Exist', after: 'privileges' },
    presentTest: { id: 'database-present', name: 'Validate Manual: Database Exists' },
  };
}

function readers({ mark }: Blueprint): ManagedObject {
  return {
    key: 'readers',
    kind: 'role',
    name: READERS,
    scope: 'cluster',
    sharing: 'shared',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`CREATE ROLE ${ident(READERS)} MARK ${literal(mark('readers'))}` }],
    drop: [{ text: sql`DROP ROLE ${ident(READERS)}` }],
    needs: [privilege('CREATE ROLE', 'server')],
    why: 'Every service account of this server reads through it.',
    guard: guardOf('role', READERS, mark('readers')),
  };
}

/** Two statements, as on platforms that can mark an account only after its creation. */
function account({ account: name, mark, rotation }: Blueprint): ManagedObject {
  return {
    key: 'service-account',
    kind: 'user',
    name,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [
      { text: sql`CREATE USER ${ident(name)} PASSWORD ${secretSlot('servicePassword')}` },
      { text: sql`MARK USER ${ident(name)} AS ${literal(mark('service-account'))}` },
    ],
    drop: [{ text: sql`DROP USER ${ident(name)}` }],
    dropAfter: ['database'],
    rotate: rotate(name, rotation),
    needs: [privilege('CREATE USER', 'server')],
    why: 'The service signs in with it.',
    guard: guardOf('user', name, mark('service-account')),
    presentTest: { id: 'account-present', name: 'Validate Manual: Service Account Exists' },
  };
}

function membership({ account: name }: Blueprint): ManagedObject {
  return {
    key: 'membership',
    kind: 'grant',
    name: `${READERS} to ${name}`,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`GRANT ROLE ${ident(READERS)} TO ${ident(name)}` }],
    drop: [{ text: sql`REVOKE ROLE ${ident(READERS)} FROM ${ident(name)}` }],
    blocks: ['readers', 'service-account'],
    needs: [privilege('GRANT ROLE', `role ${READERS}`)],
    why: 'The service account reads through the role.',
  };
}

const PASSWORDS = ['PASSWORD', 'SECOND PASSWORD'] as const;

function rotate(name: string, rotation: SimulatedRotation): SecretRotation {
  const common = {
    slot: 'servicePassword',
    set: (password: string) => [
      {
        text: sql`ALTER USER ${ident(name)} SET ${keyword(password, [...PASSWORDS])} ${secretSlot('servicePassword')}`,
      },
    ],
    needs: [privilege('ALTER USER', 'server')],
  };
  if (rotation === 'one-credential') return { ...common, credentialNames: [PASSWORDS[0]] };
  if (rotation === 'own') {
    const needs = [privilege('own password', `user ${name}`)];
    return { ...common, needs, credentialNames: [PASSWORDS[0]], by: 'service', stage: STAGE.main };
  }
  if (rotation === 'set') {
    return {
      ...common,
      credentialNames: PASSWORDS,
      set: () => [{ text: sql`ALTER USER ${ident(name)} SET ONE MORE PASSWORD ${secretSlot('servicePassword')}` }],
      clear: () => [{ text: sql`ALTER USER ${ident(name)} UNSET THE PASSWORD ${secretSlot('servicePassword')}` }],
    };
  }
  const clear = (password: string) => [
    { text: sql`ALTER USER ${ident(name)} UNSET ${keyword(password, [...PASSWORDS])}` },
  ];
  return { ...common, credentialNames: PASSWORDS, clear };
}
