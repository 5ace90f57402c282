import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An account of an Okta organisation. */
export interface OktaUser {
  readonly password: string;
  /** The state after a sign-in with the right password. */
  readonly state: string;
  /** The assigned applications, by their path after `/home/`. */
  readonly applications: readonly string[];
  readonly assertion: AssertionContent;
}

/** The content of an application's assertion. */
export interface AssertionContent {
  readonly roles: readonly string[];
  readonly databaseUser?: string;
  readonly sessionName?: string;
  /** The expiry time, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** A response of an emulator. */
export interface EmulatorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string;
}

const json = (status: number, body: unknown): EmulatorResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const page = (status: number, body: string, headers: EmulatorResponse['headers'] = {}): EmulatorResponse => ({
  status,
  headers: { 'content-type': 'text/html;charset=utf-8', ...headers },
  body: `<!DOCTYPE html><html><head><title>Okta</title></head><body>${body}</body></html>`,
});

/**
 * An emulator of an Okta organisation: primary authentication, and the steps from an embed link to the form of a SAML
 * application. A session token can be used once and becomes a cookie. Sources: Okta developer documentation,
 * "Authentication API" (Primary authentication, transaction states), "Okta error codes and descriptions", "Session
 * cookie guide"; SAML 2.0 bindings, 3.5 (HTTP POST).
 */
export function createOkta(users: ReadonlyMap<string, OktaUser>) {
  const tokens = new Map<string, string>();
  const cookies = new Map<string, string>();

  const signIn = (body: string): EmulatorResponse => {
    const { username, password } = JSON.parse(body) as Record<string, unknown>;
    const user = users.get(String(username));
    if (!user || user.password !== password) {
      return json(401, { errorCode: 'E0000004', errorSummary: 'Authentication failed', errorId: randomUUID() });
    }
    if (user.state.startsWith('E')) {
      const status = user.state === 'E0000047' ? 429 : 403;
      return json(status, { errorCode: user.state, errorSummary: 'Refused', errorId: randomUUID() });
    }
    if (user.state !== 'SUCCESS') return json(200, { status: user.state, stateToken: randomUUID() });
    const sessionToken = randomUUID();
    tokens.set(sessionToken, String(username));
    return json(200, { status: 'SUCCESS', sessionToken, expiresAt: new Date(Date.now() + 300_000).toISOString() });
  };

  const open = (url: URL, cookie: string): EmulatorResponse => {
    const path = url.pathname.replace(/^\/(home|app)\//, '');
    if (url.pathname.startsWith('/home/')) {
      const token = url.searchParams.get('onetimetoken') ?? '';
      const username = tokens.get(token);
      tokens.delete(token);
      if (username === undefined) return page(403, 'Sign in first.');
      const sid = randomUUID();
      cookies.set(sid, username);
      const headers = {
        location: `/app/${path}`,
        'set-cookie': [`sid=${sid}; Path=/; Secure; HttpOnly`, 'JSESSIONID=1'],
      };
      return { status: 302, headers, body: '' };
    }
    const user = users.get(cookies.get(/(?:^|; )sid=([^;]*)/.exec(cookie)?.[1] ?? '') ?? '');
    if (!user) return page(403, 'Sign in first.');
    if (path === 'elsewhere/0oaElsewhere')
      return { status: 302, headers: { location: 'https://elsewhere.test/' }, body: '' };
    if (path === 'round/0oaRound') return { status: 302, headers: { location: `/app/${path}` }, body: '' };
    if (!user.applications.includes(path)) return page(200, '<h1>You are not assigned to this application.</h1>');
    const value = Buffer.from(assertionXml(user.assertion))
      .toString('base64')
      .replaceAll('+', '&#x2b;')
      .replaceAll('=', '&#x3d;');
    return page(
      200,
      `<form id="appForm" action="https&#x3a;&#x2f;&#x2f;signin.aws.amazon.com&#x2f;saml" method="POST"><input name="SAMLResponse" type="hidden" value="${value}"/><input name="RelayState" type="hidden" value=""/></form>`,
    );
  };

  return (request: IncomingMessage, url: URL, body: string): EmulatorResponse => {
    if (url.pathname === '/api/v1/authn') return signIn(body);
    if (/^\/(home|app)\//.test(url.pathname)) return open(url, String(request.headers.cookie ?? ''));
    return json(404, { errorCode: 'E0000007', errorSummary: 'Not found', errorId: randomUUID() });
  };
}

/** Returns an unsigned assertion. The emulator of AWS decides whether to trust it. */
export function assertionXml({ roles, databaseUser, sessionName, endsAt }: AssertionContent): string {
  const attribute = (name: string, values: readonly string[]): string =>
    `<saml2:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri">${values.map((value) => `<saml2:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema">${value}</saml2:AttributeValue>`).join('')}</saml2:Attribute>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<saml2p:Response xmlns:saml2p="urn:oasis:names:tc:SAML:2.0:protocol"><saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion">',
    `<saml2:Conditions NotOnOrAfter="${new Date(endsAt).toISOString()}"/>`,
    '<saml2:AttributeStatement>',
    attribute('https://aws.amazon.com/SAML/Attributes/Role', roles),
    ...(sessionName === undefined
      ? []
      : [attribute('https://aws.amazon.com/SAML/Attributes/RoleSessionName', [sessionName])]),
    ...(databaseUser === undefined
      ? []
      : [attribute('https://redshift.amazon.com/SAML/Attributes/DbUser', [databaseUser])]),
    '</saml2:AttributeStatement></saml2:Assertion></saml2p:Response>',
  ].join('');
}
