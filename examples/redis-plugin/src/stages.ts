import { command, type Stage } from '@portcullis/plugin-api';
import type { Config } from './config/config-schema.ts';
import { aclPrivilege } from './objects/privileges.ts';

/** The id of the only connection. */
export const STAGE = 'server';

/** The connections for commands, in the order of the set-up. */
export const STAGES: readonly Stage<Config>[] = [
  {
    id: STAGE,
    title: ({ host }) => `On ${host}`,
    // Without it, the server forgets its accounts when it is restarted.
    finish: ({ persistence }) => ({
      steps: persistence === 'acl-file' ? [{ text: command('ACL', 'SAVE') }] : [],
      needs: persistence === 'acl-file' ? [aclPrivilege('save', ['create', 'alter', 'drop'])] : [],
      why: 'Writes the accounts to the ACL file of the server, so that they survive a restart.',
    }),
  },
];
