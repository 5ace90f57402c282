import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { freePort } from '@portcullis/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMINISTRATOR } from '../../../src/platforms/synapse/emulator/emulator.ts';
import type { ManualClient } from '../../../src/platforms/synapse/manual-client.ts';
import { type SynapseEnvironment, startEnvironment } from '../../../src/platforms/synapse/test-environment.ts';
import { failLookup } from '../../../src/shared/fail-lookup.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';

let environment: SynapseEnvironment;

beforeEach(async () => {
  environment = await startEnvironment();
});

afterEach(() => environment.close());

const CONNECTION = 'basic-connection';
const IMPERSONATION = { impersonation: { enabled: true, role: 'maskers' } };

/** The mistake, the preceding change to the server, and the expected response. */
interface BadCase {
  readonly what: string;
  readonly changes?: object;
  prepare?(admin: ManualClient, master: ManualClient): unknown;
  readonly test?: string;
  readonly failureClass: string;
  readonly message: RegExp;
}

const pool = () => {
  const found = environment.emulator.server.databases.find(({ isMaster }) => !isMaster);
  if (!found) throw new Error('The server has no pool.');
  return found;
};
const login = () => {
  const [found] = environment.emulator.server.logins;
  if (!found) throw new Error('The server has no login.');
  return found;
};

const CASES: readonly BadCase[] = [
  {
    what: 'a wrong password',
    changes: { password: 'Wrong7Password' },
    failureClass: 'credentials',
    message: /user name or the password/,
  },
  {
    what: 'a login that does not exist',
    changes: { username: 'unknown' },
    failureClass: 'credentials',
    message: /user name or the password/,
  },
  {
    what: 'a disabled login',
    prepare: () => Object.assign(login(), { isDisabled: true }),
    failureClass: 'credentials',
    message: /locked or disabled/,
  },
  {
    what: 'a locked login',
    prepare: () => Object.assign(login(), { isLocked: true }),
    failureClass: 'credentials',
    message: /locked or disabled/,
  },
  {
    what: 'a database that does not exist',
    changes: { database: 'nowhere' },
    failureClass: 'missing-grant',
    message: /does not exist/,
  },
  {
    what: 'a paused pool',
    prepare: () => Object.assign(pool(), { status: 'paused' }),
    failureClass: 'paused-or-starting',
    message: /is paused/,
  },
  {
    what: 'a pool that warms up',
    prepare: () => Object.assign(pool(), { status: 'warming up' }),
    failureClass: 'paused-or-starting',
    message: /starting/,
  },
  {
    what: 'a pool that is not available',
    prepare: () => Object.assign(pool(), { status: 'unavailable' }),
    failureClass: 'paused-or-starting',
    message: /not available/,
  },
  {
    what: 'a firewall',
    prepare: () => Object.assign(environment.emulator.server, { isOpen: false }),
    failureClass: 'network',
    message: /firewall rule of the workspace admits the address 127\.0\.0\.1/,
  },
  {
    what: 'a serverless pool',
    prepare: () => Object.assign(environment.emulator.server, { edition: 11 }),
    failureClass: 'unsupported',
    message: /serverless/,
  },
  {
    what: 'an Azure SQL database',
    prepare: () => Object.assign(environment.emulator.server, { edition: 5 }),
    failureClass: 'unsupported',
    message: /Azure SQL Database/,
  },
  {
    what: 'a foreign login',
    prepare: (_admin, master) =>
      master.batch("CREATE LOGIN [governance_governed_service] WITH PASSWORD = 'Strong7Enough'"),
    test: 'login-absent',
    failureClass: 'already-exists',
    message: /governance_governed_service/,
  },
  {
    what: 'a foreign user',
    prepare: (admin) => admin.batch('CREATE USER [GOVERNANCE_governed_service] WITHOUT LOGIN'),
    test: 'user-absent',
    failureClass: 'already-exists',
    message: /governance_governed_service/i,
  },
  {
    what: 'a foreign schema for views',
    prepare: (admin) => admin.batch('CREATE SCHEMA [Governed]'),
    test: 'view-schema-absent',
    failureClass: 'already-exists',
    message: /governed/i,
  },
  {
    what: 'a foreign schema for tables',
    prepare: (admin) => admin.batch('CREATE SCHEMA [governed_system]'),
    test: 'system-schema-absent',
    failureClass: 'already-exists',
    message: /governed_system/,
  },
  {
    what: 'a foreign schema for procedures',
    prepare: (admin) => admin.batch('CREATE SCHEMA [governed_procedures]'),
    test: 'procedure-schema-absent',
    failureClass: 'already-exists',
    message: /governed_procedures/,
  },
  {
    what: 'a foreign role',
    changes: IMPERSONATION,
    prepare: (admin) => admin.batch('CREATE ROLE [maskers]'),
    test: 'impersonation-role-absent',
    failureClass: 'already-exists',
    message: /maskers/,
  },
];

describe('bad input', () => {
  it.each(CASES)('$what fails one test, with its class', async ({ changes, prepare, test, failureClass, message }) => {
    await prepare?.(await environment.openClient('governance'), await environment.openClient('master'));
    const planted = environment.emulator.fingerprint();
    const result = await environment.test(environment.body(true, changes), test ?? CONNECTION);
    expect(result).toMatchObject({ status: 'failed', failureClass, message: expect.stringMatching(message) });
    await expect(environment.create(environment.body(true, changes))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(environment.emulator.fingerprint()).toBe(planted);
    expect(inspect(result, { depth: 9 })).not.toContain(ADMINISTRATOR.password);
  });

  it('is rejected by the schema if no server is needed to detect it', async () => {
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ host: 'myworkspace-ondemand.sql.azuresynapse.net' }, /serverless/i],
      [{ host: 'https://myworkspace.sql.azuresynapse.net' }, /scheme/],
      [{ host: 'db.example.com' }, /config.host/],
      [{ database: 'master' }, /belongs to the platform/],
      [{ schema: 'dbo' }, /belongs to the platform/],
      [{ schema: 'x'.repeat(129) }, /128|longer/],
      [{ schema: 'a\nb' }, /config.schema/],
      [{ schema: 'Distributed' }, /reserved word/],
      [{ username: 'sa' }, /reserves this login/],
      [{ password: 'short' }, /shorter/],
      [
        { metadataDelimiters: { hashDelimiter: '|', hashKeyDelimiter: '||', arrayDelimiter: ',' } },
        /metadataDelimiters/,
      ],
    ];
    for (const [changes, message] of wrong)
      await expect(environment.create(environment.body(true, changes)), JSON.stringify(changes)).rejects.toThrow(
        message,
      );
    expect(environment.emulator.logins).toEqual([]);
  });
});

describe('a connection that cannot be trusted', () => {
  /** Starts an additional environment, and returns the result of its first test. */
  async function ask(options: Parameters<typeof startEnvironment>[0], changes: object = {}) {
    const other = await startEnvironment(options);
    const result = await other.test(other.body(true, changes), CONNECTION);
    expect(other.emulator.logins).toEqual([]);
    await other.close();
    return result;
  }
  const other = createCertificateAuthority();

  it.each(['verified', 'strict'] as const)('has an untrusted certificate, encrypted as %s', async (encryption) => {
    const certificate = other.issue(['localhost']);
    expect(await ask({ emulator: { certificate }, plugin: { encryption } })).toMatchObject({
      status: 'failed',
      failureClass: 'tls',
    });
  });

  it.each([
    ['is for another name', ['elsewhere.example.com'], false],
    ['has expired', ['localhost'], true],
  ] as const)('has a certificate that %s', async (_what, names, expired) => {
    const certificate = other.issue(names, { expired });
    const result = await ask({ emulator: { certificate }, plugin: { certificateAuthorities: [other.cert] } });
    expect(result).toMatchObject({ status: 'failed', failureClass: 'tls' });
  });

  it('has a host name that is not in DNS', async () => {
    const host = 'unknown.sql.azuresynapse.net';
    const remember = failLookup(host);
    const result = await ask({}, { host }).finally(remember);
    expect(result).toMatchObject({
      status: 'failed',
      failureClass: 'network',
      message: expect.stringContaining('does not exist in DNS'),
    });
  });

  it('has a closed port', async () => {
    const port = await freePort();
    const result = await ask({ plugin: { localPorts: [port] } }, { port });
    expect(result).toMatchObject({ status: 'failed', failureClass: 'network' });
  });

  it('leads to a server with another protocol', async () => {
    const foreign = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 400 Bad Request\r\n\r\n', () => socket.destroy());
    });
    await new Promise<void>((listening) => foreign.listen(0, '127.0.0.1', listening));
    const { port } = foreign.address() as AddressInfo;
    const result = await ask({ plugin: { localPorts: [port] } }, { port });
    expect(result).toMatchObject({ status: 'failed', failureClass: 'network' });
    await new Promise((done) => foreign.close(done));
  });

  it('leads to this machine without permission', async () => {
    const result = await ask({ plugin: { localPorts: [1] } });
    expect(result).toMatchObject({
      status: 'failed',
      failureClass: 'invalid-input',
      message: expect.stringMatching(/this machine/),
    });
  });
});
