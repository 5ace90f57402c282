import { definitionOf } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import { SAMPLES } from './samples.ts';
import { snowflake } from './snowflake.ts';

const definition = definitionOf(snowflake());

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

const client = SAMPLES.find((sample) => 'oAuthClientConfig' in sample) as { readonly oAuthClientConfig: object };
const expiriesWith = (changes: object) =>
  definition.expiries?.({ ...client, oAuthClientConfig: { ...client.oAuthClientConfig, ...changes } } as never);

it('returns the expiry of a client certificate', () => {
  expect(expiriesWith({ useCertificate: true, clientSecret: CERTIFICATE })).toEqual([
    { secret: 'oAuthClientConfig.clientSecret', expiresAt: Date.UTC(2056, 10, 14, 10, 26, 17) },
  ]);
});

it.each([
  ['a secret', {}],
  ['a text that is not a certificate', { useCertificate: true, clientSecret: 'no certificate' }],
  ['a config that is stored without its credentials', { useCertificate: true, clientSecret: undefined }],
])('returns no expiry for %s', (_what, changes) => expect(expiriesWith(changes)).toEqual([]));

it('returns no expiry for other sign-in methods', () => {
  for (const sample of SAMPLES.filter((each) => !('oAuthClientConfig' in each)))
    expect(definition.expiries?.(sample as never)).toEqual([]);
});
