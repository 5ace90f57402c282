import { expect, it } from 'vitest';
import type { S3Config } from '../config/config-schema.ts';
import type { S3Options } from '../s3-options.ts';
import { SAMPLES } from '../samples.ts';
import { settingsOf } from '../settings.ts';
import type { AwsCalls } from './aws-calls.ts';
import { connect } from './connect.ts';

/** Connects with a sample of an authentication, and returns the number of connections to AWS. */
async function connected(authenticationType: string, hostCredentials: S3Options['hostCredentials']): Promise<number> {
  let count = 0;
  const settings = settingsOf({
    connect: async () => {
      count += 1;
      return { close: () => {} } as AwsCalls;
    },
    ...(hostCredentials === undefined ? {} : { hostCredentials }),
  });
  const config = SAMPLES.find((sample) => sample.authenticationType === authenticationType) as S3Config;
  await connect({ config, signal: new AbortController().signal, deadlineMs: 1000 }, settings);
  return count;
}

it('uses the credentials of the host for auto, unless the options refuse it', async () => {
  expect(await connected('auto', undefined)).toBe(1);
  expect(await connected('auto', async () => ({ accessKeyId: 'a', secretAccessKey: 'b' }))).toBe(1);
  await expect(connected('auto', false)).rejects.toMatchObject({
    failureClass: 'invalid-input',
    message: 'The service does not use its own credentials for integrations.',
  });
});

it('needs none of them for an access key', async () => {
  expect(await connected('accessKey', false)).toBe(1);
});
