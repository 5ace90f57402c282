import { definitionOf } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { databricks } from './databricks.ts';
import { SAMPLES } from './samples.ts';

const definition = definitionOf(databricks());
const [token = {}, client = {}] = SAMPLES;

/** Expires on 14 November 2056 at 10:26:17. Its key does not exist any more. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBeTCCAR+gAwIBAgIUSaVJd/MkHHjr8qbSfTaQK+Bn8+gwCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGY2xpZW50MCAXDTI2MTEyMjEwMjYxN1oYDzIwNTYxMTE0MTAy
NjE3WjARMQ8wDQYDVQQDDAZjbGllbnQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC
AATcm0SjV7wYNFYxn4n9oE+945tGzrNJbiUf+pJldlxOy9cxeOowc/rYDWEH/9ct
phdRmjh3vr4SxlAFmwieUlVyo1MwUTAdBgNVHQ4EFgQUnzQefq/qa1rUo/BKZ+g4
Rti7RTowHwYDVR0jBBgwFoAUnzQefq/qa1rUo/BKZ+g4Rti7RTowDwYDVR0TAQH/
BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiA1Hjs2OqBUX5K4vvjNTJofVBtt7j0X
BqfAtvGvAMeLiwIhAPLBydAWf3zjLBkcJ4wefd7b5sSCAEYIBkm7n+6eUql/
-----END CERTIFICATE-----`;

/** Returns an access token with these claims. */
const signed = (claims: unknown): string =>
  [{ alg: 'RS256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
    .concat('.c2ln');

const endsOf = (config: object) => definition.expiries?.(config as never);

describe('the expiry of a secret', () => {
  it('is read from an access token with an expiry', () => {
    expect(endsOf({ ...token, token: signed({ exp: 1_900_000_000 }) })).toEqual([
      { secret: 'token', expiresAt: 1_900_000_000_000 },
    ]);
  });

  it.each([
    ['a personal access token', 'dapi0123456789abcdef0123456789abcdef'],
    ['a token without an expiry', signed({ sub: 'service' })],
    ['a token whose expiry is not a number', signed({ exp: 'soon' })],
    ['an empty token', signed(null)],
    ['a token without JSON', 'abc.def.ghi'],
  ])('is not read from %s', (_what, text) => expect(endsOf({ ...token, token: text })).toEqual([]));

  it('is read from a client certificate, not from a client secret', () => {
    const { oAuthClientConfig } = client as { readonly oAuthClientConfig: object };
    const certified = { ...oAuthClientConfig, useCertificate: true, clientSecret: CERTIFICATE };
    expect(endsOf({ ...client, oAuthClientConfig: certified })).toEqual([
      { secret: 'oAuthClientConfig.clientSecret', expiresAt: Date.UTC(2056, 10, 14, 10, 26, 17) },
    ]);
    expect(endsOf({ ...client, oAuthClientConfig: { ...certified, clientSecret: 'no certificate' } })).toEqual([]);
    expect(endsOf(client)).toEqual([]);
  });
});
