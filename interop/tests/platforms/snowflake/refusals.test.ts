import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SnowflakeOptions } from '@portcullis/plugin-snowflake';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Refusal, refusals } from '../../../src/platforms/snowflake/emulator/refusal.ts';
import {
  body,
  EVERYTHING,
  SIGN_IN,
  type SnowflakeEnvironment,
  startEnvironment,
} from '../../../src/platforms/snowflake/test-environment.ts';
import { ADMIN } from '../../../src/shared/admin.ts';
import { fingerprint } from '../../../src/shared/emulator/fingerprint.ts';
import { createCertificateAuthority } from '../../../src/shared/network/certificates.ts';
import { listenOnLoopback } from '../../../src/shared/network/listen-on-loopback.ts';

/** A sample cuts the connection at one statement, and refuses every third. */
const SAMPLED = process.env.PORTCULLIS_TESTS === 'sampled';

let environment: SnowflakeEnvironment;
let before: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  environment = await startEnvironment();
  before = fingerprint(environment.emulator.account);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await environment.close();
});

/** A site with the same response to every request. */
async function startSite(status: number, content: string, tls?: { readonly cert: string; readonly key: string }) {
  const response = (
    _request: unknown,
    response: { writeHead(status: number): unknown; end(text: string): unknown },
  ) => {
    response.writeHead(status);
    response.end(content);
  };
  const server = tls ? createTlsServer(tls, response as never) : createServer(response as never);
  server.on('tlsClientError', () => {});
  const { address, stop } = await listenOnLoopback(server, tls ? 'https://localhost' : undefined);
  stops.push(stop);
  return { endpoint: address };
}

const ROUTES = [
  ['through the driver', SIGN_IN.password],
  ['over the SQL REST API', SIGN_IN.keyPair],
] as const;

/** The destination of a host name, and the expected error. */
const PLACES: readonly (readonly [
  what: string,
  options: () => Promise<SnowflakeOptions>,
  failureClass: string,
  message: RegExp,
])[] = [
  ['a closed port', async () => ({ endpoint: 'http://127.0.0.1:1' }), 'network', /refused: nothing listens/],
  ['a host that no account answers at', () => startSite(403, '<html>'), 'not-found', /No account answers at this host/],
  ['a host with another service', () => startSite(404, '<html>'), 'not-found', /No account answers at this host/],
  ['a page in place of a response', () => startSite(200, '<html>'), 'network', /not JSON: a server between/],
  ['a service that is down', () => startSite(503, ''), 'transient', /busy|failure/],
  [
    'a port that speaks no TLS',
    async () => ({ endpoint: environment.emulator.address.replace('http:', 'https:') }),
    'tls',
    /TLS handshake failed/,
  ],
  [
    'an untrusted certificate',
    () => startSite(200, '{}', createCertificateAuthority().issue(['localhost'])),
    'tls',
    /not trusted/,
  ],
];

describe.each(ROUTES)('a set-up %s', (_route, signIn) => {
  it.each(PLACES)('is rejected at %s, with the cause', async (_what, start, failureClass, message) => {
    const other = await startEnvironment(await start());
    stops.push(() => other.close());
    const test = await other.test(body(true, signIn), 'basic-connection');
    expect(test).toMatchObject({ status: 'failed', failureClass, message: expect.stringMatching(message) });
    expect(test?.cause).toBeDefined();
    // No statement of an account administrator would fix it.
    expect(test?.remediation).toBeUndefined();
    await expect(other.create(body(true, signIn))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(environment.emulator.applications).toEqual([]);
  });

  /**
   * The reasons for a refused sign-in. Sources: "Error messages for SQL API"; "Troubleshooting key-pair
   * authentication".
   */
  const SIGN_INS: readonly (readonly [what: string, refusal: Refusal, failureClass: string, message: RegExp])[] = [
    ['an expired key', new Refusal('394304', '28000', 'JWT token has expired.', 401), 'credentials', /has expired/],
    ['an expired password', new Refusal('390106', '28000', 'Expired.', 401), 'credentials', /password has expired/],
    ['a locked user', refusals.locked(), 'credentials', /locked or disabled.*to unlock it/],
    ['a second factor', new Refusal('390197', '28000', 'MFA.', 401), 'unsupported', /Use a key pair/],
    ['a second factor of TOTP', new Refusal('394508', '08004', 'TOTP.', 401), 'unsupported', /Use a key pair/],
    [
      'a policy of sign-in',
      new Refusal('390394', '28000', 'No.', 401),
      'unsupported',
      /Use another authenticationType/,
    ],
    ['a network policy', new Refusal('390422', '08004', 'IP.', 401), 'network', /blocks this address/],
    ['another reason', new Refusal('390499', '08004', 'It is blocked.', 401), 'unsupported', /^It is blocked\. Ask/],
    ['a missing network policy', new Refusal('390432', '08001', 'Fail.', 401), 'unsupported', /has no network policy/],
    ['an invalid token', new Refusal('394400', '08001', 'Invalid.', 401), 'credentials', /access token was refused/],
    ['an account that was closed', new Refusal('390913', '08004', 'X.', 401), 'unsupported', /not active/],
  ];

  it.each(SIGN_INS)('is rejected for %s, with the remedy', async (_what, refusal, failureClass, message) => {
    environment.emulator.refuseSignIns(refusal);
    const test = await environment.test(body(true, signIn), 'basic-connection');
    expect(test).toMatchObject({
      status: 'failed',
      failureClass,
      message: expect.stringMatching(message),
      cause: expect.anything(),
    });
    await expect(environment.create(body(true, signIn))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    environment.emulator.refuseSignIns(undefined);
    expect(fingerprint(environment.emulator.account)).toBe(before);
    expect((await environment.test(body(true, signIn), 'basic-connection'))?.status).toBe('passed');
  });

  const request = body(true, { ...signIn, ...EVERYTHING });
  /** The statements of a set-up with every feature, as the platform received them. */
  async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    const from = environment.emulator.statements.length;
    await work();
    const changes = environment.emulator.statements.slice(from).map(({ text }) => text);
    return changes.filter((text) => /^(CREATE|ALTER|GRANT|REVOKE|DROP)\b/.test(text));
  }
  /** One statement of each kind: by created object, or by granted privilege and object. */
  const kinds = (statements: readonly string[]): readonly string[] => {
    const kindOf = (text: string): string =>
      /^(?:CREATE|GRANT) [A-Z ]+?(?= (?:"|ON ([A-Z]+)))(?: ON [A-Z]+)?/.exec(text)?.[0] ?? text;
    return [...new Map(statements.map((text) => [kindOf(text), text])).values()];
  };
  /** Returns the part of a statement that is the same in every run. */
  const begin = (text: string): string => text.replace(/ (COMMENT|TYPE) = [\s\S]*$/, '');

  it('that lacks a privilege at any statement names it with the statement and the role that grant it, and changes nothing', async () => {
    const remove = async (id: number) => {
      await environment.portcullis.integrations.remove(ADMIN, id, signIn);
      await environment.portcullis.integrations.whenIdle(id);
    };
    let made = 0;
    const statements = await statementsOf(async () => {
      made = await environment.create(request);
    });
    await remove(made);
    expect(kinds(statements).length).toBeGreaterThan(8);
    // Both connections have the same refusals. The slower one tests every third kind.
    const step = SAMPLED ? 3 : 1;
    const tried =
      'password' in signIn
        ? statements.filter((_, index) => index % step === 0)
        : kinds(statements).filter((_, index) => index % (3 * step) === 0);
    for (const statement of tried) {
      environment.emulator.failNext(begin(statement), refusals.insufficient('account.'));
      const id = await environment.create(request);
      const [operation] = (await environment.portcullis.integrations.operations(ADMIN, id)).slice(-1);
      const { error } = operation as { readonly error?: Explained };
      expect((await environment.status(id)).status, statement).toBe('createError');
      expect(error, statement).toMatchObject({
        class: 'missing-grant',
        message: expect.stringContaining('It requires '),
      });
      expect(error?.statement?.startsWith(begin(statement)), `${statement} / ${error?.statement}`).toBe(true);
      expect(error?.missing?.length, statement).toBeGreaterThan(0);
      expect(fingerprint(environment.emulator.account), statement).toBe(before);
      await remove(id);
    }
  });

  it.each(['cut', 'cut-after'] as const)(
    'that is %s in the middle of a statement is complete or leaves nothing behind, and continues with PUT',
    async (fault) => {
      let made = 0;
      const statements = await statementsOf(async () => {
        made = await environment.create(request);
      });
      await environment.portcullis.integrations.remove(ADMIN, made, signIn);
      await environment.portcullis.integrations.whenIdle(made);
      // The first statement creates the base of the others. The service itself runs the last.
      for (const statement of SAMPLED
        ? [statements[2] ?? '']
        : [statements[0] ?? '', statements[2] ?? '', statements.at(-1) ?? '']) {
        environment.emulator.failNext(begin(statement), fault);
        const id = await environment.create(request);
        if ((await environment.status(id)).status === 'createError') {
          expect(fingerprint(environment.emulator.account), statement).toBe(before);
          await environment.portcullis.integrations.update(ADMIN, id, request);
          await environment.portcullis.integrations.whenIdle(id);
        }
        const { status, reason } = await environment.status(id);
        expect(status, `${statement} ${reason}`).toBe('enabled');
        await environment.portcullis.integrations.remove(ADMIN, id, signIn);
        await environment.portcullis.integrations.whenIdle(id);
        expect(fingerprint(environment.emulator.account), statement).toBe(before);
      }
    },
  );
});

/** The checked part of an operation's failure reason. */
interface Explained {
  readonly statement?: string;
  readonly missing?: readonly unknown[];
}
