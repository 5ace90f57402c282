import { describe, expect, it } from 'vitest';
import { scriptedDriver } from './support/scripted-driver.ts';
// @if oauth-client
import { scriptedSender } from './support/scripted-sender.ts';
// @end
import { environment, statementsOf } from './support/test-environment.ts';

/** Runs one test while the server responds with these rows. */
async function outcomeOf(id: string, rows: readonly Readonly<Record<string, unknown>>[]) {
  const driver = scriptedDriver(() => rows);
  // @if oauth-client
  const { send } = scriptedSender(200, { access_token: 'a token' });
  const oAuth = { send, identityProviders: ['login.example.com'] };
  // @end
  const { run, definition } = environment({
    plugin: {
      driver: driver.load,
      // @if oauth-client
      ...oAuth,
      // @end
    },
  });
  const outcome = await run(id);
  const remediation = outcome.status === 'failed' ? outcome.remediation : undefined;
  return { outcome, statements: statementsOf(definition, remediation) };
}

describe('the privileges of the set-up account', () => {
  it('are sufficient if all are granted', async () => {
    const { outcome } = await outcomeOf('setup-privileges', [{ account: 'ada', roles: true, schemas: true }]);
    expect(outcome.status).toBe('passed');
  });

  it('are reported as missing, with the statements that grant them', async () => {
    const { outcome, statements } = await outcomeOf('setup-privileges', [
      { account: 'ada', roles: false, schemas: false },
    ]);
    expect(outcome).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    expect(statements).toEqual(['ALTER ROLE "ada" CREATEROLE', 'GRANT CREATE ON DATABASE "analytics" TO "ada"']);
  });
});

describe('the service account', () => {
  it('has the privileges in its schema', async () => {
    expect((await outcomeOf('recurring-schema-access', [{ allowed: true }])).outcome.status).toBe('passed');
  });

  it('fails the test with the missing privileges', async () => {
    const { outcome, statements } = await outcomeOf('recurring-schema-access', [{ allowed: null }]);
    expect(outcome.status).toBe('failed');
    expect(statements).toEqual(['GRANT USAGE, CREATE ON SCHEMA "governance" TO "governance_service"']);
  });
});
