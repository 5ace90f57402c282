import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { checkIdentityProvider } from './check-identity-provider.ts';
import { signClientAssertion } from './sign-client-assertion.ts';

const CHECK = { allowed: ['login.example.com', '.idp.example'], field: 'authorityUrl', option: 'trusted of x()' };

it.each(['login.example.com', 'a.idp.example', 'a.b.idp.example'])('sends credentials to %s', (host) => {
  expect(() => checkIdentityProvider({ ...CHECK, host })).not.toThrow();
});

it.each(['example.com', 'evil-login.example.com', 'idp.example', 'idp.example.evil.test', ''])(
  'sends credentials to no other host: %j',
  (host) => {
    expect(() => checkIdentityProvider({ ...CHECK, host })).toThrow(
      expect.objectContaining({
        failureClass: 'invalid-input',
        message: expect.stringMatching(/^The host "[^"]*" of authorityUrl is not an identity provider /),
        help: 'Ask the operator of the service to add it to the option trusted of x().',
      }),
    );
  },
);

it('signs an assertion that the certificate verifies, with a unique id', async () => {
  const folder = join(import.meta.dirname, '../../tests/certificates');
  const pem = readFileSync(join(folder, 'client.pem'), 'utf8');
  const certificate = new X509Certificate(pem);
  const audience = 'https://login.example.com/token';
  const made = await signClientAssertion({ clientId: 'the-client', pem, audience });
  expect(made.client_assertion_type).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  const { payload, protectedHeader } = await jwtVerify(made.client_assertion, certificate.publicKey, { audience });
  expect(payload).toMatchObject({ iss: 'the-client', sub: 'the-client' });
  expect(Number(payload.exp) - Number(payload.iat)).toBe(300);
  const thumbprint = Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  expect(protectedHeader).toMatchObject({ alg: 'RS256', 'x5t#S256': thumbprint });
  const again = await signClientAssertion({ clientId: 'the-client', pem, audience });
  expect(again.client_assertion).not.toBe(made.client_assertion);
});
