import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createProxy } from '@portcullis/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sdkCalls } from '../../src/connection/federation/sdk-calls.ts';

const certificate = (name: string): string => readFileSync(new URL(`../certificates/${name}`, import.meta.url), 'utf8');
const CERTIFICATE = certificate('server.pem');

/** Responds like STS, over TLS. */
const sts = createServer({ key: certificate('server.key.pem'), cert: CERTIFICATE }, (_request, response) => {
  const keys = '<AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>';
  const result = `<AssumeRoleWithSAMLResult><Credentials>${keys}</Credentials></AssumeRoleWithSAMLResult>`;
  response.end(`<AssumeRoleWithSAMLResponse>${result}</AssumeRoleWithSAMLResponse>`);
});
beforeAll(() => new Promise<void>((listening) => sts.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise((closed) => sts.close(closed)));

it.each([true, false])('a call of AWS trusts the given certificates, through a proxy: %s', async (isProxied) => {
  await using proxy = await createProxy();
  const address = `https://localhost:${(sts.address() as AddressInfo).port}`;
  const { assumeRole } = sdkCalls({
    endpoints: { okta: address, sts: address, redshift: address, serverless: address },
    certificateAuthorities: [CERTIFICATE],
    proxy: isProxied ? proxy.url : undefined,
  });
  const role = {
    region: 'eu-central-1',
    role: 'arn:aws:iam::123456789012:role/redshift-setup',
    provider: 'arn:aws:iam::123456789012:saml-provider/okta',
    assertion: 'PHNhbWw+',
  };
  expect(await assumeRole(role, new AbortController().signal)).toEqual({
    accessKeyId: 'ASIA1',
    secretAccessKey: 's',
    sessionToken: 't',
  });
  expect(proxy.asked.map(({ target }) => target)).toEqual(isProxied ? [new URL(address).host] : []);
});
