import {
  type FailureClassification,
  failed,
  ident,
  literal,
  passed,
  type Remediation,
  type RemedyContext,
  sql,
} from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import { isYes } from '../connection/synapse-session.ts';
import { LOGIN_MANAGER } from '../objects/privileges.ts';
import { BASIC_CONNECTION, SETUP_IN_MASTER, type SynapseTest } from './synapse-test.ts';

const RUN_AS = 'the administrator of the server, connected to master';

/** The test that the set-up login may create and remove the login of the service. */
export const bootstrapUserGrants: SynapseTest = {
  id: 'bootstrap-user-grants',
  name: 'Validate Automatic Bootstrap User Grants',
  description: 'The login opens master, and is the administrator of the server or a member of loginmanager there.',
  // An edit creates and drops no logins.
  operations: ['create', 'delete'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [BASIC_CONNECTION],
  on: SETUP_IN_MASTER,
  remedy: (failure: FailureClassification, { config }: RemedyContext<SynapseConfig>): Remediation | undefined =>
    failure.class === 'missing-grant'
      ? {
          statements: [
            sql`CREATE USER ${ident(config.username)} FOR LOGIN ${ident(config.username)}`,
            sql`EXEC sp_addrolemember N'loginmanager', ${literal(config.username)}`,
          ],
          runAs: RUN_AS,
        }
      : undefined,
  async run({ session, signal }) {
    const [row] = await session.query(
      sql`SELECT USER_NAME() AS account, IS_MEMBER(${literal(LOGIN_MANAGER)}) AS manages`,
      { signal },
    );
    const account = String(row?.account);
    if (account === 'dbo' || isYes(row?.manages)) return passed([{ user: account }]);
    return failed(`The user ${account} of master is not a member of ${LOGIN_MANAGER}, so it may not create logins.`, {
      failureClass: 'missing-grant',
      remediation: { statements: [sql`EXEC sp_addrolemember N'loginmanager', ${literal(account)}`], runAs: RUN_AS },
    });
  },
};
