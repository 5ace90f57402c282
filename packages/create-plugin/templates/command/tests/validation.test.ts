import { describe, expect, it } from 'vitest';
import { scriptedClient } from './support/scripted-client.ts';
import { environment, statementsOf } from './support/test-environment.ts';

/** Runs a test on a server with these replies. */
async function outcomeOf(id: string, reply: (...command: readonly string[]) => unknown) {
  const { run, definition } = environment({ plugin: { client: scriptedClient(reply).load } });
  const outcome = await run(id);
  const remediation = outcome.status === 'failed' ? outcome.remediation : undefined;
  return { outcome, statements: statementsOf(definition, remediation) };
}

describe('the privileges of the set-up account', () => {
  it.each(['+@all', '-@all +@admin', '-@all +acl', '-@all +acl|getuser +acl|setuser +acl|deluser'])(
    'are sufficient with the rules %s',
    async (commands) => {
      expect((await outcomeOf('setup-privileges', () => ({ commands }))).outcome.status).toBe('passed');
    },
  );

  it.each([
    ['-@all +acl|getuser', '+acl|setuser +acl|deluser'],
    ['+@all -acl|deluser', '+acl|deluser'],
    ['+@all -@dangerous +acl|getuser', '+acl|setuser +acl|deluser'],
  ])('are reported as missing with the rules %s, with the command that grants them', async (commands, missing) => {
    const { outcome, statements } = await outcomeOf('setup-privileges', () => ({ commands }));
    expect(outcome).toMatchObject({ status: 'failed', failureClass: 'missing-grant' });
    const words = missing.split(' ').map((rule) => `'${rule}'`);
    expect(statements).toEqual([`redis-cli ACL SETUSER administrator ${words.join(' ')}`]);
  });
});

describe('the service account', () => {
  it('reaches its keys', async () => {
    expect((await outcomeOf('recurring-key-access', () => 0)).outcome.status).toBe('passed');
  });

  it('fails the test if it does not, with the command that grants access', async () => {
    const reply = () => new Error('NOPERM this user has no permissions to access one of the keys used as arguments');
    const { outcome, statements } = await outcomeOf('recurring-key-access', reply);
    expect(outcome.status).toBe('failed');
    expect(statements).toEqual([
      "redis-cli ACL SETUSER governance-service '~governance:*' -@all +@read '+acl|whoami' +publish",
    ]);
  });
});
