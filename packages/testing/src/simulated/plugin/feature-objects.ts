import { ident, literal, type ManagedObject, sql } from '@portcullis/plugin-api';
import { type Blueprint, guardOf, privilege, STAGE } from './object-parts.ts';
import { impersonationRoleOf } from './simulated-config.ts';

/** Returns the objects that the config switches on and off. */
export function featureObjects(blueprint: Blueprint): readonly ManagedObject[] {
  const { impersonation, volume } = blueprint.config;
  return [
    ...(impersonation?.enabled ? [impersonationRole(blueprint)] : []),
    ...(volume ? [storage(blueprint, volume.size), folder(blueprint), storageGrant(blueprint)] : []),
  ];
}

/** A role that can be renamed: a new name is an alter. */
function impersonationRole({ config, mark }: Blueprint): ManagedObject {
  const name = impersonationRoleOf(config);
  return {
    key: 'impersonation-role',
    kind: 'role',
    name,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`CREATE ROLE ${ident(name)} MARK ${literal(mark('impersonation-role'))}` }],
    alter: ({ name: before }) =>
      typeof before === 'string' && before !== name
        ? [{ text: sql`ALTER ROLE ${ident(before)} RENAME TO ${ident(name)}` }]
        : [],
    drop: [{ text: sql`DROP ROLE ${ident(name)}` }],
    desired: { name },
    feature: 'impersonation',
    reversible: false,
    needs: [privilege('CREATE ROLE', 'server')],
    why: 'Its members can act as other users.',
    guard: guardOf('role', name, mark('impersonation-role')),
    absentTest: { id: 'impersonation-role-absent', name: 'Validate Automatic: Impersonation Role Does Not Exist' },
    presentTest: { id: 'impersonation-role-present', name: 'Validate Manual: Impersonation Role Exists' },
  };
}

/** An object without alter: another size is a drop and a create. */
function storage({ config, mark }: Blueprint, size: number): ManagedObject {
  const name = `${config.database}_volume`;
  return {
    key: 'volume',
    kind: 'volume',
    name,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`CREATE VOLUME ${ident(name)} SIZE ${literal(size)} MARK ${literal(mark('volume'))}` }],
    drop: [{ text: sql`DROP VOLUME ${ident(name)}` }],
    desired: { size },
    feature: 'exports',
    needs: [privilege('CREATE VOLUME', 'server')],
    why: 'Holds exports.',
    guard: guardOf('volume', name, mark('volume')),
  };
}

function folder({ config, mark }: Blueprint): ManagedObject {
  const volume = `${config.database}_volume`;
  return {
    key: 'folder',
    kind: 'folder',
    name: `${volume}/exports`,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`CREATE FOLDER ${ident(volume, 'exports')} MARK ${literal(mark('folder'))}` }],
    drop: [{ text: sql`DROP FOLDER ${ident(volume, 'exports')}` }],
    within: 'volume',
    feature: 'exports',
    needs: [privilege('CREATE VOLUME', 'server')],
    why: 'Contains the exports.',
    guard: guardOf('folder', `${volume}/exports`, mark('folder')),
  };
}

function storageGrant({ config, account }: Blueprint): ManagedObject {
  const volume = `${config.database}_volume`;
  return {
    key: 'volume-grant',
    kind: 'grant',
    name: `${volume} to ${account}`,
    scope: 'cluster',
    by: 'setup',
    stage: STAGE.initial,
    create: [{ text: sql`GRANT VOLUME ${ident(volume)} TO ${ident(account)}` }],
    drop: [{ text: sql`REVOKE VOLUME ${ident(volume)} FROM ${ident(account)}` }],
    blocks: ['volume', 'service-account'],
    feature: 'exports',
    needs: [privilege('GRANT VOLUME', `volume ${volume}`)],
    why: 'The service account writes exports.',
  };
}
