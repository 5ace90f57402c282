import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../../src/platforms/synapse/emulator/emulator.ts';
import { refusals } from '../../../src/platforms/synapse/emulator/engine/refusal.ts';
import { type SynapseEnvironment, startEnvironment } from '../../../src/platforms/synapse/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';

/** A sample has every third pair of a statement and a fault, and includes both faults. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

let environment: SynapseEnvironment;
let before: string;

beforeEach(async () => {
  environment = await startEnvironment();
  before = environment.emulator.fingerprint();
});

afterEach(() => environment.close());

const IMPERSONATION = { impersonation: { enabled: true, role: 'maskers' } };
const CREDENTIALS = { username: ADMINISTRATOR.userName, password: ADMINISTRATOR.password };

describe('a failure in the middle of a set-up', () => {
  it('reports the missing permission, reveals no secret, and restores the server', async () => {
    environment.emulator.failNext('GRANT EXECUTE ON OBJECT', refusals.deniedInDatabase('CREATE', 'governance'));
    const id = await environment.create(environment.body(true, IMPERSONATION));
    const { status, reason } = await environment.status(id);
    expect(status).toBe('createError');
    expect(reason).toContain('missing-grant');
    expect(reason).not.toContain(ADMINISTRATOR.password);
    expect(environment.emulator.fingerprint()).toBe(before);
  });

  it.each(
    [
      'CREATE LOGIN',
      'CREATE USER',
      'CREATE SCHEMA [governed]',
      'CREATE TABLE [governed_system].[profile_format]',
      'GRANT EXECUTE',
    ]
      .flatMap((statement) => (['cut', 'cut-after'] as const).map((fault) => [statement, fault] as const))
      .filter((_, index) => !SAMPLED || index % 3 === 0),
  )(
    'at %s, with the connection %s, restores the server or continues, and a PUT completes it',
    async (statement, fault) => {
      environment.emulator.failNext(statement, fault);
      const body = environment.body(true, IMPERSONATION);
      const id = await environment.create(body);
      const { status } = await environment.status(id);
      if (status === 'createError') {
        const { integrations } = environment.portcullis;
        // One statement creates a schema, and the next marks it as ours. After a lost response, an administrator
        // decides on its ownership.
        const unresolved = (await integrations.unresolvedObjects(ADMIN, id)).map(({ kind, name }) => `${kind} ${name}`);
        const isLost = statement === 'CREATE SCHEMA [governed]' && fault === 'cut-after';
        expect(unresolved).toEqual(isLost ? [expect.stringContaining('governed')] : []);
        if (!isLost) expect(environment.emulator.fingerprint()).toBe(before);
        for (const { key } of await integrations.unresolvedObjects(ADMIN, id))
          await integrations.decideOwnership(ADMIN, id, { object: key, decision: 'adopt' });
        await environment.update(id, body);
      }
      expect((await environment.status(id)).status).toBe('enabled');
      await environment.remove(id, CREDENTIALS);
      expect((await environment.status(id)).status).toBe('deleted');
      expect(environment.emulator.fingerprint()).toBe(before);
    },
  );

  it('writes no secret into logs and journals, and sends the application name to the server', async () => {
    const id = await environment.create(environment.body(true, IMPERSONATION));
    const { status, reason } = await environment.status(id);
    expect(status, reason).toBe('enabled');
    const made = environment.emulator.server.logins.at(-1);
    const output = `${reason}${environment.log.join('\n')}${JSON.stringify(await environment.portcullis.integrations.get(ADMIN, id))}`;
    expect(output).not.toContain(ADMINISTRATOR.password);
    expect(made?.password.length).toBeGreaterThan(40);
    expect(output).not.toContain(made?.password);
    expect(new Set(environment.emulator.logins.map(({ applicationName }) => applicationName))).toEqual(
      new Set(['Portcullis']),
    );
    expect(new Set(environment.emulator.logins.map(({ hostName }) => hostName))).toEqual(new Set(['portcullis']));
  });
});

describe('an edit and a removal that fail', () => {
  it('revert the changes of an edit', async () => {
    const id = await environment.create(environment.body(true));
    const plain = environment.emulator.fingerprint();
    environment.emulator.failNext(
      'CREATE PROCEDURE [governed_procedures].[impersonate]',
      refusals.deniedInDatabase('CREATE PROCEDURE', 'governance'),
    );
    await environment.update(id, environment.body(true, IMPERSONATION));
    expect((await environment.status(id)).status).toBe('editError');
    expect(environment.emulator.fingerprint()).toBe(plain);
  });

  it('are rejected with the name of a foreign table, and run after its removal', async () => {
    const id = await environment.create(environment.body(true));
    const admin = await environment.openClient('governance');
    await admin.batch('CREATE TABLE [governed].[theirs] (a int NULL) WITH (HEAP)');
    await expect(environment.remove(id, CREDENTIALS)).rejects.toMatchObject({
      code: 'FOREIGN_CONTENTS',
      message: expect.stringContaining('governed.theirs'),
    });
    expect((await environment.status(id)).status).toBe('enabled');
    await admin.batch('DROP TABLE [governed].[theirs]');
    await environment.remove(id, CREDENTIALS);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(environment.emulator.fingerprint()).toBe(before);
  });
});

describe('a statement that never responds', () => {
  it.each(['verified', 'strict'] as const)(
    'is cancelled on the server when the service stops, encrypted as %s',
    async (encryption) => {
      const other = await startEnvironment({ plugin: { encryption } });
      other.emulator.failNext('CREATE SCHEMA [governed]', 'hang');
      const hung = other.emulator.hung();
      await other.portcullis.integrations.create(ADMIN, other.body(true));
      const { ended } = await hung;
      const closing = other.portcullis.close({ deadlineMs: 1 });
      expect(await ended).toBe('attention');
      await closing;
      await other.close();
    },
  );
});
