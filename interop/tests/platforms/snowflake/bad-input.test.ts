import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refusals } from '../../../src/platforms/snowflake/emulator/refusal.ts';
import {
  addUser,
  body,
  EVERYTHING,
  PASSWORD,
  SIGN_IN,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { fingerprint } from '../../../src/shared/emulator/fingerprint.ts';
import { listenOnLoopback } from '../../../src/shared/network/listen-on-loopback.ts';

let environment: SnowflakeEnvironment;
let before: string;

beforeEach(async () => {
  environment = await startEnvironment();
  before = fingerprint(environment.emulator.account);
});

afterEach(() => environment.close());

const CONNECTION = 'basic-connection';

/** Lets the credentials of `ADA` permit all roles of this user except one. */
function forbidAda(role: string): void {
  Object.assign(environment.emulator.account.users.get('ADA') ?? {}, { notPermitted: new Set([role]) });
}

/** An OAuth client of a config, by its id. */
const oauthClient = (clientId: string) => ({
  authenticationType: 'oAuthClientCredentials',
  oAuthClientConfig: {
    provider: 'okta',
    clientId,
    clientSecret: PASSWORD,
    scope: 'session:role-any',
    authorityUrl: 'https://example.okta.com/oauth2/default/v1/token',
  },
  role: 'ACCOUNTADMIN',
});

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
    what: 'a wrong password',
    changes: { ...SIGN_IN.password, password: 'wrong' },
    test: CONNECTION,
    failureClass: 'credentials',
    message: /user name or the password/,
  },
  {
    what: 'a user who does not exist',
    changes: { ...SIGN_IN.password, username: 'NO_OWNER' },
    test: CONNECTION,
    failureClass: 'credentials',
    message: /user name or the password/,
  },
  {
    what: 'a locked user',
    prepare: () => Object.assign(environment.emulator.account.users.get('ADA') ?? {}, { locked: true }),
    test: CONNECTION,
    failureClass: 'credentials',
    message: /locked/,
  },
  {
    what: 'a key that the user does not have any more',
    changes: SIGN_IN.keyPair,
    prepare: () => environment.emulator.account.users.get('ADA')?.properties.set('RSA_PUBLIC_KEY_FP', 'SHA256:another'),
    test: CONNECTION,
    failureClass: 'credentials',
    message: /key pair was refused/,
  },
  {
    what: 'a role that is not granted',
    changes: { ...SIGN_IN.password, role: 'NOT_MINE' },
    test: 'privileged-role',
    failureClass: 'missing-grant',
    message: /NOT_MINE does not exist or is not granted/,
    remedy: 'GRANT ROLE "NOT_MINE" TO USER "ADA";',
  },
  {
    what: 'a role that is not granted, over the REST API',
    changes: { ...SIGN_IN.keyPair, role: 'NOT_MINE' },
    test: 'privileged-role',
    failureClass: 'missing-grant',
    message: /390189/,
    remedy: 'GRANT ROLE "NOT_MINE" TO USER "ADA";',
  },
  {
    what: 'a warehouse that does not exist',
    changes: { warehouse: 'NOWHERE' },
    test: 'default-warehouse',
    failureClass: 'missing-grant',
    message: /NOWHERE does not exist/,
    remedy: 'GRANT USAGE ON WAREHOUSE "NOWHERE" TO ROLE "ACCOUNTADMIN";',
  },
  {
    what: 'a warehouse that does not exist, over the REST API',
    changes: { ...SIGN_IN.keyPair, warehouse: 'NOWHERE' },
    test: 'default-warehouse',
    failureClass: 'missing-grant',
    message: /NOWHERE does not exist/,
  },
  {
    what: 'a warehouse that is suspended and stays so',
    prepare: () =>
      void environment.emulator.account.warehouses.set('GOVERNANCE_WH', {
        owner: 'SYSADMIN',
        comment: '',
        suspended: true,
        autoResume: false,
      }),
    test: 'default-warehouse',
    failureClass: 'paused-or-starting',
    message: /does not resume/,
    remedy: 'ALTER WAREHOUSE "GOVERNANCE_WH" SET AUTO_RESUME = TRUE;',
  },
  {
    what: 'a foreign database',
    prepare: () =>
      void environment.emulator.account.databases.set('GOVERNANCE', {
        owner: 'SYSADMIN',
        comment: '',
        schemas: new Map(),
        attachedPolicies: 0,
      }),
    test: 'database-absent',
    failureClass: 'already-exists',
    message: /not made by Portcullis/,
  },
  {
    what: 'a foreign impersonation role',
    changes: { ...SIGN_IN.password, impersonation: { enabled: true, role: 'THEIRS' } },
    prepare: () => void environment.emulator.account.roles.set('THEIRS', { owner: 'USERADMIN', comment: '' }),
    test: 'impersonation-role-absent',
    failureClass: 'already-exists',
    message: /THEIRS/,
  },
  {
    what: 'a token without the privileged role',
    prepare: () => forbidAda('ACCOUNTADMIN'),
    test: 'privileged-role',
    failureClass: 'missing-grant',
    message: /access token does not permit the role ACCOUNTADMIN \(390317\).*EXTERNAL_OAUTH_ANY_ROLE_MODE/s,
  },
  {
    what: 'a token without a role to which the set-up switches',
    changes: SIGN_IN.keyPair,
    prepare: () => forbidAda('SECURITYADMIN'),
    test: 'bootstrap-user-grants',
    failureClass: 'missing-grant',
    message: /do not permit the user to act as SECURITYADMIN.*EXTERNAL_OAUTH_BLOCKED_ROLES_LIST/s,
  },
  {
    what: 'a foreign user',
    prepare: () => void addUser(environment.emulator, 'GOVERNANCE_SYSTEM_ACCOUNT', []),
    test: 'service-user-absent',
    failureClass: 'already-exists',
    message: /GOVERNANCE_SYSTEM_ACCOUNT/,
  },
  {
    what: 'the Standard Edition',
    prepare: () => Object.assign(environment.emulator.account, { edition: 'STANDARD' }),
    test: 'edition',
    failureClass: 'unsupported',
    message: /Enterprise/,
  },
  {
    what: 'an account that folds quoted names',
    changes: { ...SIGN_IN.password, database: '"lower"' },
    prepare: () => Object.assign(environment.emulator.account, { foldsQuoted: true }),
    test: 'quoted-identifiers',
    failureClass: 'invalid-input',
    message: /lower/,
  },
];

describe('bad input', () => {
  it.each(CASES)(
    '$what fails one test, with its class and remedy',
    async ({ changes, prepare, test, failureClass, message, remedy }) => {
      prepare?.();
      const planted = fingerprint(environment.emulator.account);
      const result = await environment.test(body(true, changes ?? {}), test);
      expect(result).toMatchObject({ status: 'failed', failureClass, message: expect.stringMatching(message) });
      if (remedy !== undefined) expect(result?.remediation?.statements).toContain(remedy);
      await expect(environment.create(body(true, changes ?? {}))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(fingerprint(environment.emulator.account)).toBe(planted);
      expect(inspect(result)).not.toContain(PASSWORD);
    },
  );

  it('is rejected by the schema if no account is needed to detect it', async () => {
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ ...SIGN_IN.password, password: 'x'.repeat(2_049) }, /config.password/],
      [{ host: '127.0.0.1' }, /config.host/],
      [{ host: 'db.example.com' }, /config.host/],
      [{ host: 'https://app.snowflake.com' }, /web interface/],
      [{ database: 'SELECT' }, /reserved word/],
      [{ database: 'x'.repeat(256) }, /longer than 255/],
      [{ database: 'SNOWFLAKE' }, /belongs to the platform/],
      [{ database: '"a"b"' }, /written twice/],
      [{ database: '"a$$b"' }, /\$\$/],
      [{ warehouse: 'a\nb' }, /non-printable/],
      [{ ...SIGN_IN.keyPair, privateKey: { content: 'no key' } }, /not a private key in PEM/],
      // It becomes a login name, which must be readable in a script.
      [oauthClient('0oa1\u202eabc'), /clientId: .*printable ASCII/],
      [oauthClient('0oa1\nabc'), /clientId: .*printable ASCII/],
    ];
    for (const [changes, message] of wrong)
      await expect(environment.create(body(true, changes)), JSON.stringify(changes)).rejects.toThrow(message);
  });

  it.each([
    ['nothing listens', async () => ({ address: 'http://127.0.0.1:1' }), 'network'],
    ['no TLS is spoken', async () => ({ address: environment.emulator.address.replace('http:', 'https:') }), 'tls'],
    ['something in between responds', () => startPage(), 'network'],
  ])('reports that %s', async (_what, start, failureClass) => {
    const { address, stop } = (await start()) as { readonly address: string; readonly stop?: () => Promise<void> };
    const other = await startEnvironment({ endpoint: address });
    expect(await other.test(body(true, SIGN_IN.keyPair), CONNECTION)).toMatchObject({ status: 'failed', failureClass });
    await other.close();
    await stop?.();
  });
});

/** Starts the sign-in page of a proxy. */
async function startPage() {
  return listenOnLoopback(createServer((_request, response) => response.end('<html>')));
}

describe('a failure in the middle of a set-up', () => {
  const request = body(true, { ...SIGN_IN.password, ...EVERYTHING });

  it('reports the missing privilege, reveals no secret, and restores the platform', async () => {
    environment.emulator.failNext('CREATE SCHEMA', refusals.insufficient('account.'));
    const id = await environment.create(request);
    const { status, reason } = await environment.status(id);
    expect(status).toBe('createError');
    expect(reason).toContain('missing-grant');
    expect(reason).not.toContain(PASSWORD);
    expect(fingerprint(environment.emulator.account)).toBe(before);
  });

  it('restores the platform if the connection is lost in the middle of a statement, and continues with PUT', async () => {
    environment.emulator.failNext('GRANT APPLY MASKING POLICY', 'cut');
    const id = await environment.create(request);
    const { status } = await environment.status(id);
    if (status === 'createError') {
      expect(fingerprint(environment.emulator.account)).toBe(before);
      await environment.portcullis.integrations.update(ADMIN, id, request);
      await environment.portcullis.integrations.whenIdle(id);
    }
    expect((await environment.status(id)).status).toBe('enabled');
  });

  it('writes no secret into logs and journals', async () => {
    const id = await environment.create(request);
    const { status, reason } = await environment.status(id);
    expect(status).toBe('enabled');
    const output = `${reason}${environment.log.join('\n')}${JSON.stringify(await environment.portcullis.integrations.get(ADMIN, id))}`;
    expect(output).not.toContain(PASSWORD);
    expect(output).not.toContain('PRIVATE KEY');
  });

  it('sends its name to the platform', async () => {
    await environment.dryRun(request);
    expect(new Set(environment.emulator.applications)).toEqual(new Set(['Portcullis']));
  });
});

describe('a removal', () => {
  it('returns a remedy while a policy is attached, keeps the other objects, and continues later', async () => {
    const id = await environment.create(body(true));
    const database = environment.emulator.account.databases.get('GOVERNANCE') as { attachedPolicies: number };
    database.attachedPolicies = 1;
    await environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.password);
    await environment.portcullis.integrations.whenIdle(id);
    const { status, reason } = await environment.status(id);
    expect(status).toBe('deleteError');
    expect(reason).toContain('A policy of this database is still attached');
    expect(environment.emulator.account.roles.has('GOVERNANCE_SYSTEM')).toBe(true);
    database.attachedPolicies = 0;
    await environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.password);
    await environment.portcullis.integrations.whenIdle(id);
    expect(fingerprint(environment.emulator.account)).toBe(before);
  });

  it('accepts a key pair or a password, and rejects a role that does not inherit from the owners', async () => {
    const id = await environment.create(body(true));
    addUser(environment.emulator, 'EVE', ['SYSADMIN'], { password: PASSWORD });
    await expect(
      environment.portcullis.integrations.remove(ADMIN, id, { ...SIGN_IN.password, username: 'EVE', role: 'SYSADMIN' }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    await environment.portcullis.integrations.remove(ADMIN, id, SIGN_IN.keyPair);
    await environment.portcullis.integrations.whenIdle(id);
    expect((await environment.status(id)).status).toBe('deleted');
  });
});
