/** Milliseconds before its expiry at which a token is replaced. */
const MARGIN_MS = 60_000;

/** An access token that an authorization server has issued. */
export interface IssuedToken {
  readonly token: string;
  /** `expires_in` of the response, in seconds. Without it, each request gets a new token. */
  readonly expiresIn: number | undefined;
}

/** Returns an access token that is valid for at least a minute, or requests a new one. */
export type AccessTokenProvider = (signal: AbortSignal) => Promise<string>;

/**
 * Creates the provider of the access tokens of a session: each token is reused until a minute before its expiry. Call it
 * for each request, because a session can last longer than a token.
 *
 * @param issue - requests a token from the authorization server.
 */
export function createAccessTokenProvider(issue: (signal: AbortSignal) => Promise<IssuedToken>): AccessTokenProvider {
  let kept: { readonly token: string; readonly until: number } | undefined;
  return async (signal) => {
    if (kept && kept.until > Date.now()) return kept.token;
    const { token, expiresIn = 0 } = await issue(signal);
    kept = { token, until: Date.now() + expiresIn * 1_000 - MARGIN_MS };
    return token;
  };
}
