import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { configSchema } from '../config/config-schema.ts';
import { SAMPLES } from '../samples.ts';
import { settingsOf } from '../settings.ts';
import { credentialsOf } from './credentials-of.ts';

/** The regions of the requests, from their signatures. */
let asked: string[];
/** The regions that the account of the host has enabled. */
let enabled: string[];

const SESSION = ['AccessKeyId', 'SecretAccessKey', 'SessionToken'].map((name) => `<${name}>a</${name}>`).join('');

/** Responds like the endpoints of STS. */
const sts = createServer((request, response) => {
  const region = regionOf(request);
  asked.push(region);
  if (enabled.includes(region)) {
    response.end(
      `<AssumeRoleResponse><AssumeRoleResult><Credentials>${SESSION}</Credentials></AssumeRoleResult></AssumeRoleResponse>`,
    );
    return;
  }
  response.writeHead(403);
  response.end(
    '<ErrorResponse><Error><Code>InvalidClientTokenId</Code><Message>Invalid.</Message></Error></ErrorResponse>',
  );
});
beforeAll(() => new Promise<void>((listening) => sts.listen(0, '127.0.0.1', listening)));
afterAll(() => new Promise((closed) => sts.close(closed)));
beforeEach(() => {
  asked = [];
});

function regionOf({ headers }: IncomingMessage): string {
  return /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? '';
}

function assumeFrom(awsRegion: string) {
  const address = `http://127.0.0.1:${(sts.address() as AddressInfo).port}`;
  const endpoints = { sts: address, iam: address, s3: address, s3Control: address };
  const hostCredentials = async () => ({ accessKeyId: 'AKIAHOST', secretAccessKey: 'secret' });
  const config = configSchema().parse({ ...SAMPLES[1], awsRegion });
  const client = { region: awsRegion, requestTimeoutMs: 60_000 };
  const connection = { config, signal: new AbortController().signal };
  return credentialsOf(connection, client, settingsOf({ endpoints, hostCredentials }));
}

it('assumes the role in the region of the config', async () => {
  enabled = ['eu-central-1'];
  await assumeFrom('eu-central-1');
  expect(asked).toEqual(['eu-central-1']);
});

it('assumes the role elsewhere if the account of the host has not enabled the region', async () => {
  enabled = ['us-east-1'];
  const credentials = await assumeFrom('eu-south-2');
  expect(asked).toEqual(['eu-south-2', 'us-east-1']);
  expect(typeof credentials === 'function' && (await credentials())).toMatchObject({ sessionToken: 'a' });
});

it.each([
  ['ap-east-1', ['ap-east-1', 'us-east-1']],
  ['us-east-1', ['us-east-1']],
  ['cn-north-1', ['cn-north-1']],
])('reports credentials that are refused everywhere: %s', async (region, regions) => {
  enabled = [];
  await expect(assumeFrom(region)).rejects.toMatchObject({ name: 'InvalidClientTokenId' });
  expect(asked).toEqual(regions);
});
