import { type FailureClass, PlatformError } from '@portcullis/plugin-api';
import type { HttpSender } from '@portcullis/plugin-network';

/** The input of a sign-in. */
export interface OktaAccount {
  /** The address of the organisation, without a path. */
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

type Outcome = readonly [failureClass: FailureClass, message: string];

const SECOND_FACTOR: Outcome = [
  'unsupported',
  'Okta requires a second factor for this account. Exempt the account in the sign-on policy, since a service cannot provide one.',
];
const EXPIRED_PASSWORD: Outcome = [
  'credentials',
  'The Okta password of this account has expired. Set a new one in Okta.',
];

/**
 * The outcomes of a sign-in by its state, except SUCCESS. Source: Okta developer documentation, "Authentication API",
 * Transaction state.
 */
const STATES: Readonly<Record<string, Outcome>> = {
  MFA_REQUIRED: SECOND_FACTOR,
  MFA_CHALLENGE: SECOND_FACTOR,
  MFA_ENROLL: SECOND_FACTOR,
  MFA_ENROLL_ACTIVATE: SECOND_FACTOR,
  PASSWORD_EXPIRED: EXPIRED_PASSWORD,
  PASSWORD_RESET: EXPIRED_PASSWORD,
  LOCKED_OUT: ['credentials', 'The Okta account is locked. Ask an Okta administrator to unlock it.'],
};

/** The meaning of error codes. Source: Okta developer documentation, "Okta error codes and descriptions". */
const ERRORS: Readonly<Record<string, Outcome>> = {
  E0000004: ['credentials', 'Okta refused the user name or the password.'],
  E0000006: [
    'missing-grant',
    'The sign-on policy of Okta does not let this account sign in from the network of the service.',
  ],
  E0000007: ['not-found', 'There is no Okta organisation at this host.'],
  E0000047: ['transient', 'Okta is throttling sign-ins of this account. Try again in a moment.'],
  E0000069: ['credentials', 'The Okta account is locked. Ask an Okta administrator to unlock it.'],
  E0000119: ['credentials', 'The Okta account is locked. Ask an Okta administrator to unlock it.'],
};

/**
 * Signs in and returns the token that opens one application. Source: Okta developer documentation, "Authentication
 * API", Primary authentication.
 *
 * @throws PlatformError with the class of Okta's response.
 */
export async function oktaSessionToken(account: OktaAccount, send: HttpSender, signal: AbortSignal): Promise<string> {
  const { address, username, password } = account;
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const body = JSON.stringify({ username, password });
  const response = await send({ url: `${address}/api/v1/authn`, method: 'POST', headers, body, signal });
  const { status, sessionToken, errorCode } = readJson(response.text);
  if (response.status === 200 && status === 'SUCCESS' && typeof sessionToken === 'string') return sessionToken;
  if (response.status === 200) {
    const outcome = STATES[String(status)];
    if (outcome) throw failure(outcome, String(status));
    throw failure([
      'network',
      'The response to the sign-in did not come from Okta: a server in between has responded.',
    ]);
  }
  const outcome = ERRORS[String(errorCode)];
  if (outcome) throw failure(outcome, String(errorCode));
  throw failure(byStatus(response.status), `HTTP ${response.status}`);
}

/** Returns the meaning of a status. */
export function byStatus(status: number): Outcome {
  if (status === 429) return ['transient', 'Okta is throttling requests. Try again in a moment.'];
  if (status >= 500) return ['transient', 'Okta failed temporarily.'];
  if (status === 401) return ['credentials', 'Okta refused the sign-in.'];
  if (status === 403) return ['missing-grant', 'Okta does not let this account sign in.'];
  if (status === 404) return ['not-found', 'Okta did not find the requested resource.'];
  return ['network', `The host of okta.idpHost responded with the status ${status}, which is not a response of Okta.`];
}

/** Returns the error of an outcome. */
export function failure([failureClass, message]: Outcome, vendorCode?: string): PlatformError {
  return new PlatformError({ failureClass, message, vendorCode });
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
