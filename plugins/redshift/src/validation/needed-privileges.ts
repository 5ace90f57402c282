import type { ValidatedOperation } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { Engine } from '../engine.ts';
import { derivedServiceAccount } from '../names/derived-service-account.ts';
import { impersonationRoleName } from '../names/object-names.ts';
import type { SystemPrivilege } from '../objects/system-privileges.ts';

/** The facts of an operation in a test. */
export interface PlannedChange {
  readonly config: RedshiftConfig;
  /** The config before the change. */
  readonly previous?: RedshiftConfig | undefined;
  readonly operation: ValidatedOperation;
}

/**
 * The privileges for each operation on an account or a role. A failed creation is reverted, so it also needs the right
 * to drop.
 */
const REQUIRED_PRIVILEGES: Readonly<
  Record<'user' | 'role', Readonly<Record<'created' | 'dropped', readonly SystemPrivilege[]>>>
> = {
  user: { created: ['CREATE USER', 'DROP USER'], dropped: ['DROP USER'] },
  role: { created: ['CREATE ROLE', 'DROP ROLE'], dropped: ['DROP ROLE'] },
};

/** Returns the system privileges of an operation, only for objects that it creates and drops. */
export function neededPrivileges(change: PlannedChange, engine: Engine): readonly SystemPrivilege[] {
  const { config, operation } = change;
  const { enabled } = config.impersonation;
  if (operation === 'create')
    return [...REQUIRED_PRIVILEGES.user.created, ...(enabled ? REQUIRED_PRIVILEGES.role.created : [])];
  if (operation === 'delete')
    return [...REQUIRED_PRIVILEGES.user.dropped, ...(enabled ? REQUIRED_PRIVILEGES.role.dropped : [])];
  return roleChange(change, engine);
}

/** On PostgreSQL, renaming a role needs the privileges of its creation; on Amazon Redshift its owner may rename it. */
function roleChange({ config, previous }: PlannedChange, engine: Engine): readonly SystemPrivilege[] {
  const { enabled } = config.impersonation;
  // If the earlier state is unknown, every possible creation counts.
  const was = previous?.impersonation.enabled ?? false;
  if (enabled && !was) return REQUIRED_PRIVILEGES.role.created;
  if (!enabled && was) return REQUIRED_PRIVILEGES.role.dropped;
  const isRenamed =
    enabled && previous && impersonationRoleName(config, engine) !== impersonationRoleName(previous, engine);
  return isRenamed && engine === 'postgresql' ? REQUIRED_PRIVILEGES.role.created : [];
}

/** Returns the existing accounts and roles that will be changed or dropped. */
export function touchedAccounts({ config, previous, operation }: PlannedChange, engine: Engine): readonly string[] {
  if (operation === 'create') return [];
  const before = previous ?? config;
  const role = before.impersonation.enabled ? [impersonationRoleName(before, engine)] : [];
  if (operation === 'delete') return [derivedServiceAccount(config.database, engine), ...role];
  return neededPrivileges({ config, previous, operation }, engine).length > 0 ? role : [];
}
