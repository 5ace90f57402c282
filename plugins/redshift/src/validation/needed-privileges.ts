import type { ValidatedOperation } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { Engine } from '../engine.ts';
import { derivedServiceAccount } from '../names/derived-service-account.ts';
import { impersonationRoleName } from '../names/object-names.ts';
import type { SystemPrivilege } from '../objects/system-privileges.ts';

/** An operation, as a test knows it. */
export interface PlannedChange {
  readonly config: RedshiftConfig;
  /** Before an edit: the config of the platform. */
  readonly previous?: RedshiftConfig | undefined;
  readonly operation: ValidatedOperation;
}

/** The operations on an account or a role. A creation that fails is undone, so it needs the right to drop as well. */
const TAKES: Readonly<Record<'user' | 'role', Readonly<Record<'made' | 'dropped', readonly SystemPrivilege[]>>>> = {
  user: { made: ['CREATE USER', 'DROP USER'], dropped: ['DROP USER'] },
  role: { made: ['CREATE ROLE', 'DROP ROLE'], dropped: ['DROP ROLE'] },
};

/** The system privileges of an operation: only for objects that it creates and drops. */
export function neededPrivileges(change: PlannedChange, engine: Engine): readonly SystemPrivilege[] {
  const { config, operation } = change;
  const { enabled } = config.impersonation;
  if (operation === 'create') return [...TAKES.user.made, ...(enabled ? TAKES.role.made : [])];
  if (operation === 'delete') return [...TAKES.user.dropped, ...(enabled ? TAKES.role.dropped : [])];
  return roleChange(change, engine);
}

/** On PostgreSQL, renaming a role needs the privileges of its creation; on Amazon Redshift its owner may rename it. */
function roleChange({ config, previous }: PlannedChange, engine: Engine): readonly SystemPrivilege[] {
  const { enabled } = config.impersonation;
  // The earlier state is not known: every possible creation needs its privilege.
  const was = previous?.impersonation.enabled ?? false;
  if (enabled && !was) return TAKES.role.made;
  if (!enabled && was) return TAKES.role.dropped;
  const isRenamed =
    enabled && previous && impersonationRoleName(config, engine) !== impersonationRoleName(previous, engine);
  return isRenamed && engine === 'postgresql' ? TAKES.role.made : [];
}

/** The accounts and roles that are there and will be changed or dropped. */
export function touchedAccounts({ config, previous, operation }: PlannedChange, engine: Engine): readonly string[] {
  if (operation === 'create') return [];
  const before = previous ?? config;
  const role = before.impersonation.enabled ? [impersonationRoleName(before, engine)] : [];
  if (operation === 'delete') return [derivedServiceAccount(config.database, engine), ...role];
  return neededPrivileges({ config, previous, operation }, engine).length > 0 ? role : [];
}
