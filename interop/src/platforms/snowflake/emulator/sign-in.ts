import { createPublicKey, verify } from 'node:crypto';
import { type Account, availableRoles, type User } from './account.ts';
import { type Refusal, refusals } from './refusal.ts';
import type { AccountSession } from './session.ts';

/** The properties of a user that hold a public key. Source: "Key-pair authentication and key-pair rotation". */
const PLACES = ['RSA_PUBLIC_KEY', 'RSA_PUBLIC_KEY_2'] as const;

/**
 * The sign-in methods. Sources: "Authenticating to the server" (the claims of a key-pair token); "External OAuth
 * overview" (a token stands for a login name).
 *
 * @param accessTokens - the login names of access tokens.
 */
export function createSignIn(account: Account, accessTokens: ReadonlyMap<string, string>) {
  let refusing: Refusal | undefined;
  const userBy = (login: string): [string, User] | undefined =>
    [...account.users].find(([, user]) => user.loginName.toUpperCase() === login.toUpperCase());

  const open = (found: [string, User] | undefined): AccountSession => {
    if (refusing) throw refusing;
    if (!found) throw refusals.badPassword();
    const [userName, user] = found;
    if (user.locked) throw refusals.locked();
    const wanted = user.properties.get('DEFAULT_ROLE') ?? 'PUBLIC';
    return {
      account,
      userName,
      user,
      role: availableRoles(account, user).has(wanted) ? wanted : 'PUBLIC',
      warehouse: undefined,
    };
  };

  const byToken = (token: string): AccountSession => {
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as Record<string, unknown>;
    const found = userBy(
      String(claims.sub ?? '')
        .split('.')
        .slice(1)
        .join('.'),
    );
    const place = PLACES.find(
      (each) => claims.iss === `${String(claims.sub)}.${found?.[1].properties.get(`${each}_FP`)}`,
    );
    const key = place && found?.[1].keys.get(place);
    const [begins, ends] = [inSeconds(claims.iat), inSeconds(claims.exp)];
    const isFresh = ends * 1000 > Date.now() && ends - begins <= 3600;
    const isSigned =
      key !== undefined &&
      verify(
        'sha256',
        Buffer.from(`${head}.${payload}`),
        createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
        Buffer.from(signature, 'base64url'),
      );
    if (!isFresh || !isSigned) throw refusals.badToken();
    return open(found);
  };

  const byAccessToken = (token: string): AccountSession => {
    const login = accessTokens.get(token);
    if (login === undefined) throw refusals.badAccessToken();
    return open(userBy(login));
  };

  const byPassword = (login: string, password: unknown): AccountSession => {
    const found = userBy(login);
    if (!found || found[1].password === undefined || found[1].password !== password) throw refusals.badPassword();
    return open(found);
  };

  return {
    userBy,
    open,
    byToken,
    byAccessToken,
    byPassword,
    /** Refuses every further sign-in with this refusal, regardless of its credentials. */
    refuse(refusal: Refusal | undefined): void {
      refusing = refusal;
    },
  };
}

/** The driver sends milliseconds where RFC 7519 has seconds. The service accepts both. */
function inSeconds(time: unknown): number {
  return Number(time) > 1e11 ? Number(time) / 1000 : Number(time);
}

/** The sign-in of users. */
export type SignIn = ReturnType<typeof createSignIn>;
