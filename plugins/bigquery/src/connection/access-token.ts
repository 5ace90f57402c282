import { PlatformError } from '@portcullis/plugin-api';
import { type AccessTokenProvider, createAccessTokenProvider, withRetry } from '@portcullis/plugin-network';
import type { ServiceAccountKey } from '../config/service-account-key.ts';
import { classifyError } from '../failures/classify-error.ts';
import type { Settings } from '../settings.ts';
import type { SendRequest, TimedRequest } from './send-request.ts';
import { signAssertion } from './sign-assertion.ts';

/** Creates the source of access tokens for a key. Each token is reused until shortly before its expiry. */
export function createTokenSource(
  key: ServiceAccountKey,
  { endpoints, requestTimeoutMs }: Settings,
  send: SendRequest,
): AccessTokenProvider {
  return createAccessTokenProvider(async (signal) => {
    const assertion = await signAssertion(key, endpoints.token);
    const request: TimedRequest = {
      url: endpoints.token,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      signal,
      timeoutMs: requestTimeoutMs,
    };
    const response = await withRetry(() => send(request), { classify: classifyError, signal });
    const { access_token: token, expires_in: seconds } = response;
    if (typeof token !== 'string' || token === '') {
      const message = 'The response of the token endpoint contains no access token.';
      throw new PlatformError({ failureClass: 'network', message });
    }
    return { token, expiresIn: Number(seconds ?? 0) };
  });
}
