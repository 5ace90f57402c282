import { createServer as createPlainServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountFingerprint } from '../../../src/platforms/databricks/emulator/account.ts';
import { refusals } from '../../../src/platforms/databricks/emulator/refusal.ts';
import {
  ADA,
  addGovernedTable,
  body,
  CLIENT_SECRET,
  type DatabricksEnvironment,
  EVERYTHING,
  grantAudit,
  SERVICE,
  SIGN_IN,
  startEnvironment,
  TOKEN,
  WAREHOUSE,
} from '../../../src/platforms/databricks/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';
import { listenOnLoopback } from '../../../src/shared/network/listen-on-loopback.ts';

let environment: DatabricksEnvironment;

beforeEach(async () => {
  environment = await startEnvironment();
});

afterEach(() => environment.close());

const CONNECTION = 'basic-connection';
const warehouse = () => environment.emulator.account.warehouses.get(WAREHOUSE);

/** The mistake, the preceding change to the account, and the expected response. */
interface BadCase {
  readonly what: string;
  readonly changes?: object;
  prepare?(): unknown;
  readonly test: string;
  readonly failureClass: string;
  readonly message: RegExp;
  /** The first statement that fixes it. */
  readonly remedy?: string;
}

const CASES: readonly BadCase[] = [
  {
    what: 'a wrong token',
    changes: { ...SIGN_IN.token, token: 'dapiwrong' },
    test: CONNECTION,
    failureClass: 'credentials',
    message: /token/,
  },
  {
    what: 'an expired token',
    prepare: () => environment.emulator.signIn.tokens.set(TOKEN, { principal: SERVICE, expired: true }),
    test: CONNECTION,
    failureClass: 'credentials',
    message: /token/,
  },
  {
    what: 'a wrong client secret',
    changes: {
      authenticationType: 'oAuthM2M',
      oAuthClientConfig: { clientId: SERVICE, clientSecret: 'wrong', scope: 'all-apis' },
    },
    test: CONNECTION,
    failureClass: 'credentials',
    message: /client secret/,
  },
  {
    what: 'a service principal that was taken out of the workspace',
    prepare: () => environment.emulator.account.principals.delete(SERVICE),
    test: CONNECTION,
    failureClass: 'missing-grant',
    message: /users without access to the workspace/,
  },
  {
    what: 'a workspace without a metastore',
    prepare: () => Object.assign(environment.emulator.account, { metastore: undefined }),
    test: 'metastore',
    failureClass: 'not-found',
    message: /metastore information could not be obtained/,
  },
  {
    what: 'a warehouse that does not exist',
    changes: { httpPath: '/sql/1.0/warehouses/ffffffffffffffff' },
    test: 'warehouse',
    failureClass: 'not-found',
    message: /ffffffffffffffff does not exist/,
  },
  {
    what: 'a warehouse that may not be used',
    prepare: () => warehouse()?.usableBy.clear(),
    test: 'warehouse',
    failureClass: 'missing-grant',
    message: /may not use the SQL warehouse/,
  },
  {
    what: 'a missing privilege on the metastore',
    prepare: () => environment.emulator.editor(ADA)(`REVOKE CREATE CATALOG ON METASTORE FROM \`${SERVICE}\``),
    test: 'create-catalog',
    failureClass: 'missing-grant',
    message: /may not create catalogs/,
    remedy: `GRANT CREATE CATALOG ON METASTORE TO \`${SERVICE}\`;`,
  },
  {
    what: 'a visible foreign catalog',
    prepare: () => {
      const ada = environment.emulator.editor(ADA);
      ada('CREATE CATALOG governance');
      ada('GRANT USE CATALOG ON CATALOG governance TO `account users`');
    },
    test: 'catalog-absent',
    failureClass: 'already-exists',
    message: /governance/,
  },
];

describe('bad input', () => {
  it.each(CASES)(
    '$what fails one test, with its class and remedy',
    async ({ changes, prepare, test, failureClass, message, remedy }) => {
      prepare?.();
      const planted = accountFingerprint(environment.emulator.account);
      const result = await environment.test(body(true, changes ?? {}), test);
      expect(result).toMatchObject({ status: 'failed', failureClass, message: expect.stringMatching(message) });
      if (remedy !== undefined) expect(result?.remediation?.statements).toContain(remedy);
      await expect(environment.create(body(true, changes ?? {}))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(accountFingerprint(environment.emulator.account)).toBe(planted);
      expect(inspect(result)).not.toContain(TOKEN);
      expect(inspect(result)).not.toContain(CLIENT_SECRET);
    },
  );

  it('warns of an excluded group that is not a group of the account, and of one that cannot be seen', async () => {
    const request = body(true, { groupPattern: { deny: 'unknown-group' } });
    expect(await environment.test(request, 'excluded-group')).toMatchObject({
      status: 'warning',
      failureClass: 'missing-grant',
    });
    Object.assign(environment.emulator.account.principals.get(SERVICE) ?? {}, { isWorkspaceAdmin: true });
    expect(await environment.test(request, 'excluded-group')).toMatchObject({
      status: 'warning',
      failureClass: 'not-found',
    });
  });

  it('is rejected by the schema if no workspace is needed to detect it', async () => {
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ workspaceUrl: '127.0.0.1' }, /not the host of a Databricks workspace/],
      [{ workspaceUrl: 'db.example.com' }, /not the host of a Databricks workspace/],
      [{ httpPath: '/sql/protocolv1/o/123/0101-000000-abcd' }, /path of a cluster/],
      [{ catalog: 'a.b' }, /character that Databricks does not allow/],
      [{ catalog: 'x'.repeat(256) }, /longer than 255 characters/],
      [{ catalog: 'system' }, /belongs to the platform/],
      [{ catalog: 'hive_metastore' }, /belongs to the platform/],
      [{ catalog: 'with blank' }, /character that Databricks does not allow/],
      [{ token: '' }, /token is empty/],
      [{ groupPattern: { deny: '' } }, /name of the group is empty/],
    ];
    for (const [changes, message] of wrong) {
      const refused = environment.create(body(true, { ...SIGN_IN.token, ...changes }));
      await expect(refused, JSON.stringify(changes)).rejects.toMatchObject({
        code: 'BODY_INVALID',
        message: expect.stringMatching(message),
      });
    }
  });

  it.each([
    ['nothing listens', async () => ({ address: 'http://127.0.0.1:1' }), 'network', /nothing listens/],
    [
      'no TLS is spoken',
      async () => ({ address: environment.emulator.address.replace('http:', 'https:') }),
      'tls',
      /TLS handshake failed/,
    ],
    ['something in between responds', () => startPage(200), 'network', /not JSON: a server between/],
    ['another site responds', () => startPage(404), 'not-found', /No workspace answers at this host/],
    ['it is sent elsewhere', () => startPage(303), 'not-found', /No workspace answers at this host/],
    ['the workspace is down', () => startPage(503), 'transient', /busy at the moment/],
    ['the certificate is not trusted', () => startSecure(), 'tls', /not trusted/],
    ['the certificate has expired', () => startExpired(), 'tls', /not valid today/],
  ] as const)('reports that %s, with the cause', async (_what, start, failureClass, message) => {
    const { address, stop, certificateAuthorities = [] } = (await start()) as Site;
    const other = await startEnvironment({ endpoint: address, certificateAuthorities });
    const test = await other.test(body(true), CONNECTION);
    expect(test).toMatchObject({ status: 'failed', failureClass, message: expect.stringMatching(message) });
    expect(test?.cause).toBeDefined();
    // No statement of a metastore administrator would fix it.
    expect(test?.remediation).toBeUndefined();
    await expect(other.create(body(true))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(environment.emulator.statements).toEqual([]);
    await other.close();
    await stop?.();
  });
});

interface Site {
  readonly address: string;
  readonly certificateAuthorities?: readonly string[];
  stop?(): Promise<void>;
}

/** A site that is not a workspace. */
async function startPage(status: number) {
  const page = createPlainServer((_request, response) => {
    response.writeHead(status, status === 303 ? { location: '/login.html' } : {});
    response.end('<html>');
  });
  return listenOnLoopback(page);
}

/** Starts a server whose certificate comes from no trusted authority. */
async function startSecure() {
  return listenOnLoopback(createSecureServer(createCertificateAuthority().issue(['localhost'])), 'https://127.0.0.1');
}

/** A certificate that expired yesterday. */
async function startExpired() {
  const authority = createCertificateAuthority();
  const server = createSecureServer(authority.issue(['localhost'], { expired: true }));
  return { ...(await listenOnLoopback(server, 'https://127.0.0.1')), certificateAuthorities: [authority.cert] };
}

describe('a failure in the middle of a set-up', () => {
  const STATEMENTS = [
    [
      'CREATE SCHEMA `governance`.`portcullis_policies`',
      refusals.lacks('USE CATALOG', 'CATALOG', 'governance'),
      'missing-grant',
    ],
    ['CREATE CATALOG', refusals.noStorage(), 'managedLocation'],
    ['CREATE CATALOG', refusals.exists('CATALOG', 'governance'), 'already-exists'],
  ] as const;

  it.each(STATEMENTS)('restores the platform if %s is rejected', async (statement, refusal, expectedMessage) => {
    const before = accountFingerprint(environment.emulator.account);
    environment.emulator.failNext(statement, refusal);
    const id = await environment.create(body(true));
    const { status, reason } = await environment.status(id);
    expect(status, reason).toBe('createError');
    expect(reason).toContain(expectedMessage);
    expect(reason).not.toContain(TOKEN);
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });

  it('names the missing privilege, the statement that grants it and the principal that may grant it', async () => {
    environment.emulator.failNext('CREATE CATALOG', refusals.lacks('CREATE CATALOG', 'METASTORE', 'primary'));
    const id = await environment.create(body(true, SIGN_IN.client));
    const [operation] = (await environment.portcullis.integrations.operations(ADMIN, id)).slice(-1);
    expect(operation).toMatchObject({
      error: {
        class: 'missing-grant',
        message: expect.stringContaining('It requires CREATE CATALOG or the role of metastore admin on the metastore'),
        statement: expect.stringMatching(/^CREATE CATALOG `governance`/),
        missing: expect.arrayContaining([{ privilege: 'CREATE CATALOG', on: 'the metastore' }]),
        remediation: {
          statements: [`GRANT CREATE CATALOG ON METASTORE TO \`${SERVICE}\`;`],
          runAs: 'a metastore admin',
        },
      },
    });
  });

  it('detects a hidden catalog when it creates its own, and does not change it', async () => {
    environment.emulator.editor(ADA)('CREATE CATALOG governance');
    const before = accountFingerprint(environment.emulator.account);
    const outcome = await environment.create(body(true)).then(
      async (id) => (await environment.status(id)).status,
      ({ code }: { readonly code: string }) => code,
    );
    expect(['createError', 'VALIDATION_FAILED']).toContain(outcome);
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });

  it.each(['cut', 'cut-after', 'gateway-after'] as const)(
    'leaves no partial object if the response to a statement is lost (%s), and continues with PUT',
    async (fault) => {
      const before = accountFingerprint(environment.emulator.account);
      environment.emulator.failNext('CREATE SCHEMA `governance`.`portcullis_policies`', fault);
      const id = await environment.create(body(true));
      const { status } = await environment.status(id);
      if (status === 'createError') {
        expect(accountFingerprint(environment.emulator.account)).toBe(before);
        await environment.update(id, body(true));
      }
      expect((await environment.status(id)).status).toBe('enabled');
    },
  );

  it('restores the platform if another client cancels a statement', async () => {
    const before = accountFingerprint(environment.emulator.account);
    const hung = environment.emulator.hung();
    environment.emulator.failNext('CREATE SCHEMA', 'hang');
    const creating = environment.create(body(true));
    (await hung).cancel();
    const { status, reason } = await environment.status(await creating);
    expect(status, reason).toBe('createError');
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });

  it('restores the platform if the token expires in the meantime', async () => {
    const before = accountFingerprint(environment.emulator.account);
    environment.emulator.failNext('POST /api/2.0/sql/statements', refusals.expiredToken());
    const dry = await environment.test(body(true, SIGN_IN.client), 'warehouse');
    expect(dry).toMatchObject({ status: 'failed', failureClass: 'credentials' });
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });

  it('retries a query while the service is overloaded', async () => {
    environment.emulator.failNext('GET /api/2.1/unity-catalog/metastore_summary', refusals.tooMany());
    environment.emulator.failNext('GET /api/2.0/sql/warehouses', refusals.unavailable());
    environment.emulator.failNext('GET /api/2.0/preview/scim/v2/Me', 'cut');
    const { validationResults } = await environment.dryRun(body(true));
    expect(validationResults.validationTests.filter(({ status }) => status === 'failed')).toEqual([]);
  });

  it('writes no secret into logs and journals', async () => {
    for (const signIn of [SIGN_IN.token, SIGN_IN.client]) {
      const id = await environment.create(body(true, signIn));
      const { status, reason } = await environment.status(id);
      expect(status, reason).toBe('enabled');
      for (const secret of [TOKEN, CLIENT_SECRET])
        expect(`${reason}${environment.log.join('\n')}`).not.toContain(secret);
      await environment.remove(id);
    }
  });

  it('sends its name to the platform', async () => {
    await environment.dryRun(body(true));
    expect([...environment.emulator.userAgents]).toEqual([expect.stringMatching(/^Portcullis\//)]);
  });
});

describe('a removal', () => {
  it('is rejected with an expired token, and the catalog remains', async () => {
    const id = await environment.create(body(true));
    const made = accountFingerprint(environment.emulator.account);
    environment.emulator.signIn.tokens.set(TOKEN, { principal: SERVICE, expired: true });
    await expect(environment.remove(id)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(accountFingerprint(environment.emulator.account)).toBe(made);
    environment.emulator.signIn.tokens.set('dapiNew', { principal: SERVICE });
    await environment.update(id, body(true, { ...SIGN_IN.token, token: 'dapiNew' }));
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
  });

  it('keeps the catalog if a filter cannot be removed, and continues later', async () => {
    addGovernedTable(environment);
    grantAudit(environment);
    const before = accountFingerprint(environment.emulator.account);
    const id = await environment.create(body(true, EVERYTHING));
    const service = environment.emulator.editor(SERVICE);
    service('CREATE FUNCTION governance.portcullis_policies.f(x STRING) RETURNS BOOLEAN RETURN true');
    service('ALTER TABLE sales.eu.orders SET ROW FILTER governance.portcullis_policies.f ON (x)');
    environment.emulator.failNext('ALTER TABLE', refusals.lacks('MANAGE', 'TABLE', 'sales.eu.orders'));
    await environment.remove(id);
    const { status, reason } = await environment.status(id);
    expect(status, reason).toBe('deleteError');
    expect(environment.emulator.account.securables.has('governance.portcullis_policies.f')).toBe(true);
    await environment.remove(id);
    expect((await environment.status(id)).status).toBe('deleted');
    expect(accountFingerprint(environment.emulator.account)).toBe(before);
  });
});
