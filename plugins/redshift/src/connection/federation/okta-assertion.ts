import type { HttpResponse, HttpSender } from '@portcullis/plugin-network';
import { byStatus, failure } from './okta-session.ts';

/** The application of a sign-in. */
export interface OktaApplication {
  /** The address of the organisation, without a path. */
  readonly address: string;
  /** The id in the config, with or without the name of the application. */
  readonly appId: string;
}

/** The name of Okta's application for AWS. The drivers of Amazon Redshift also assume it. */
const DEFAULT_APPLICATION = 'amazon_aws';
/** Maximum number of steps from the embed link to the form; usually two or three. */
const MAX_STEPS = 8;

/**
 * Opens an application and returns the assertion that its page would submit, in base64. Redirects are followed only
 * within the organisation, because they contain the session. Source: Amazon Redshift Management Guide, "Options for
 * providing IAM credentials", Okta; Okta developer documentation, "Session cookie guide".
 *
 * @param sessionToken - a token for one use.
 * @throws PlatformError `missing-grant` if the application is not assigned; others by the status of the response.
 */
export async function oktaAssertion(
  application: OktaApplication,
  sessionToken: string,
  send: HttpSender,
  signal: AbortSignal,
): Promise<string> {
  const { address, appId } = application;
  const path = /^0oa[^/]*(\/[^/]+)?$/.test(appId) ? `${DEFAULT_APPLICATION}/${appId}` : appId;
  const jar = new Map<string, string>();
  let url = new URL(`/home/${path}?onetimetoken=${encodeURIComponent(sessionToken)}`, address);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) };
    const response = await send({ url: url.href, method: 'GET', headers, signal });
    storeCookies([response.headers['set-cookie'] ?? []].flat(), jar);
    const next = nextStep(response, url);
    if (!next) return assertionIn(response);
    url = next;
  }
  throw failure(['network', 'Okta redirected too many times without returning an assertion.']);
}

/**
 * Stores cookies, which are sent with the next steps and discarded after the last one. Only their names and values
 * matter.
 */
function storeCookies(cookies: readonly string[], jar: Map<string, string>): void {
  for (const cookie of cookies) {
    const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(cookie) ?? [];
    if (name !== '') jar.set(name, value);
  }
}

function nextStep({ status, headers: { location } }: HttpResponse, from: URL): URL | undefined {
  if (status < 300 || status >= 400) return undefined;
  const next = typeof location === 'string' ? URL.parse(location, from.href) : null;
  if (!next) throw failure(['network', 'Okta sent a redirect without an address.']);
  if (next.origin === from.origin) return next;
  throw failure([
    'unsupported',
    'Okta redirected to another host, so this application does not use SAML. Enter the id of a SAML application.',
  ]);
}

async function assertionIn({ status, text: body }: HttpResponse): Promise<string> {
  if (status === 403) throw failure(['missing-grant', NOT_ASSIGNED], 'HTTP 403');
  if (status === 404) throw failure(['not-found', 'Okta does not know the application of okta.appId.'], 'HTTP 404');
  if (status !== 200) throw failure(byStatus(status), `HTTP ${status}`);
  const { Parser } = await import('htmlparser2');
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { name: field, value }) {
      if (name === 'input' && field === 'SAMLResponse') found ??= value;
    },
  });
  parser.end(body);
  if (found === undefined || found === '') throw failure(['missing-grant', NOT_ASSIGNED]);
  return found;
}

const NOT_ASSIGNED =
  'Okta opened the application without an assertion: it is not assigned to this account, its sign-on policy demands a second factor, or okta.appId is the id of another application.';
