import { command, type Privilege } from '@portcullis/plugin-api';

/** Subcommands of ACL that this plugin runs. */
export type AclCommand = 'getuser' | 'setuser' | 'deluser';

/** The privilege to run a subcommand of ACL. Each subcommand makes an account an administrator of accounts. */
export function aclPrivilege(subcommand: AclCommand, operations: Privilege['operations'] = ['create']): Privilege {
  return {
    name: `+acl|${subcommand}`,
    on: 'the server',
    anyOf: ['+@admin', '+@all'],
    operations,
    grant: (grantee) => command('ACL', 'SETUSER', grantee, `+acl|${subcommand}`),
    grantedBy: 'an administrator',
  };
}
