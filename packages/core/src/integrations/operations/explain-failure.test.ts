import { describe, expect, it } from 'vitest';
import {
  ADMIN,
  bodyOf,
  CREDENTIALS,
  createAndWait,
  createTestInstance,
  type TestInstance,
} from '../../../tests/support/create-test-instance.ts';

async function failureOf({ portcullis }: TestInstance, id: number) {
  const operations = await portcullis.integrations.operations(ADMIN, id);
  return operations.at(-1)?.error;
}

const REFUSED = { fail: 'missing-grant', code: '42501', message: 'Permission denied' } as const;

describe('an operation with a statement that lacks a privilege', () => {
  it('names object, statement and privilege, and the grant that fixes it, with the real name', async () => {
    const instance = await createTestInstance();
    instance.platform.inject({ at: 'CREATE ROLE', effect: REFUSED });
    const id = await createAndWait(instance);
    expect(await failureOf(instance, id)).toEqual({
      class: 'missing-grant',
      message:
        'Creating role portcullis_readers failed. Permission denied (statement: CREATE ROLE "portcullis_readers" MARK ' +
        "'portcullis:" +
        expectedMark(instance, 'readers') +
        "'). It requires CREATE ROLE on server. Ask an administrator of the platform to do this: GRANT PRIVILEGE 'CREATE ROLE' TO \"admin\";",
      cause: {
        message: expect.stringContaining('Ask an administrator to grant the privilege'),
        fault: 'platform-administrator',
        code: '42501',
      },
      object: { key: 'readers', kind: 'role', name: 'portcullis_readers' },
      action: 'create',
      statement: expect.stringMatching(/^CREATE ROLE "portcullis_readers" MARK /),
      missing: [{ privilege: 'CREATE ROLE', on: 'server' }],
      remediation: {
        statements: [`GRANT PRIVILEGE 'CREATE ROLE' TO "admin";`],
        runAs: 'an administrator of the platform',
      },
    });
  });

  it('names the account of the service if that account was refused', async () => {
    const instance = await createTestInstance();
    instance.platform.inject({ at: 'CREATE SCHEMA', effect: REFUSED });
    const id = await createAndWait(instance);
    expect(await failureOf(instance, id)).toMatchObject({
      object: { key: 'schema' },
      remediation: { statements: [`GRANT PRIVILEGE 'CREATE' TO "gov_service";`] },
    });
  });

  it('is also explained for removals of an edit and for a delete', async () => {
    const instance = await createTestInstance();
    const { portcullis, platform } = instance;
    const id = await createAndWait(instance);
    platform.inject({ at: 'DROP DATABASE', effect: REFUSED });
    await portcullis.integrations.remove(ADMIN, id, CREDENTIALS);
    await portcullis.integrations.whenIdle(id);
    expect(await failureOf(instance, id)).toMatchObject({
      action: 'drop',
      statement: 'DROP DATABASE "gov"',
      message: expect.stringMatching(
        /It requires CREATE DATABASE on server\. Ask .* to do this: .*; Still on the platform: database gov/,
      ),
      remediation: { statements: [`GRANT PRIVILEGE 'CREATE DATABASE' TO "admin";`] },
    });
    platform.inject({ at: 'CREATE VOLUME', effect: REFUSED });
    await portcullis.integrations.update(ADMIN, id, bodyOf({ volume: { size: 1 } }));
    await portcullis.integrations.whenIdle(id);
    expect(await failureOf(instance, id)).toMatchObject({
      object: { key: 'volume' },
      missing: [{ privilege: 'CREATE VOLUME', on: 'server' }],
    });
  });

  it('has a cause and no remedy for other failures', async () => {
    const instance = await createTestInstance();
    instance.platform.inject({ at: 'CREATE USER', effect: { fail: 'unsupported', message: 'No users here.' } });
    const id = await createAndWait(instance);
    const failure = await failureOf(instance, id);
    expect(failure).toMatchObject({ class: 'unsupported', cause: { fault: 'platform-administrator' } });
    expect(failure).not.toHaveProperty('remediation');
    expect(failure).not.toHaveProperty('missing');
    expect(failure?.statement).toContain('{{servicePassword}}');
  });
});

/** The rest of the mark of an object, as the platform got it. */
function expectedMark({ platform }: TestInstance, key: string): string {
  const text = platform.statements.map((statement) => statement.text).join('\n');
  return new RegExp(`portcullis:([^']*:${key})'`).exec(text)?.[1] ?? '';
}
