import { PlatformError } from '@portcullis/plugin-api';
import { withRetry } from '@portcullis/plugin-network';
import type { ServiceAccountKey } from '../config/service-account-key.ts';
import { classifyError } from '../failures/classify-error.ts';
import type { Settings } from '../settings.ts';
import { send } from './send.ts';
import { signAssertion } from './sign-assertion.ts';

/** Milliseconds before its expiry at which a token is replaced. */
const MARGIN_MS = 60_000;

/** Returns a valid access token; exchanges the key for a new one if necessary. */
export type AccessTokens = (signal: AbortSignal) => Promise<string>;

/** Creates the access tokens of a key. Each token is reused until shortly before its expiry. */
export function createAccessTokens(key: ServiceAccountKey, { endpoints, requestTimeoutMs }: Settings): AccessTokens {
  let kept: { readonly token: string; readonly until: number } | undefined;
  return async (signal) => {
    if (kept && kept.until > Date.now()) return kept.token;
    const assertion = await signAssertion(key, endpoints.token);
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const request = { address: endpoints.token, init: { method: 'POST', body }, signal, timeoutMs: requestTimeoutMs };
    const response = await withRetry(() => send(request), { classify: classifyError, signal });
    const { access_token: token, expires_in: seconds } = response;
    if (typeof token !== 'string' || token === '') {
      const message = 'The response of the token endpoint contains no access token.';
      throw new PlatformError({ failureClass: 'network', message });
    }
    kept = { token, until: Date.now() + Number(seconds ?? 0) * 1000 - MARGIN_MS };
    return token;
  };
}
