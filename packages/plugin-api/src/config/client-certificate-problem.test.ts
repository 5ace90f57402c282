import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { clientCertificateProblem } from './client-certificate-problem.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;
const spki = { type: 'spki', format: 'pem' } as const;

it('reports invalid client certificates', () => {
  const { privateKey: curve } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: pem,
    publicKeyEncoding: spki,
  });
  const { privateKey: rsa } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: pem,
    publicKeyEncoding: spki,
  });
  expect(clientCertificateProblem(curve)).toMatch(/not an RSA key/);
  for (const text of ['secret', rsa]) expect(clientCertificateProblem(text)).toMatch(/private key and the certificate/);
});
