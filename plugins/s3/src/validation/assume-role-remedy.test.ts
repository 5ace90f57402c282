import { expect, it } from 'vitest';
import { SAMPLES } from '../samples.ts';
import { callerIdentity } from './caller-tests.ts';

const ROLE = 'arn:aws:iam::123456789012:role/portcullis-service';
const remedy = (message: string, config: object = SAMPLES[1] ?? {}) =>
  callerIdentity.remedy?.({ class: 'missing-grant', code: 'AccessDenied', message }, { config } as never);

it('the refusal to assume the role has the trust policy for the identity of the host, with the external id', () => {
  const identity = 'arn:aws:sts::999999999999:assumed-role/host/i-0123';
  const found = remedy(`User: ${identity} is not authorized to perform: sts:AssumeRole on resource: ${ROLE}.`);
  expect(JSON.parse(String(found?.statements[0]))).toMatchObject({
    Statement: [
      {
        Principal: { AWS: 'arn:aws:iam::999999999999:role/host' },
        Action: ['sts:AssumeRole'],
        Condition: { StringEquals: { 'sts:ExternalId': 'portcullis-4711' } },
      },
    ],
  });
  expect(found?.runAs).toContain(`account 123456789012, who adds this statement to the trust policy of ${ROLE}`);
});

it('other refusals have no trust policy', () => {
  expect(remedy('User: me is not authorized to perform: s3:ListBucket.')).toBeUndefined();
  const refusal = `User: arn:aws:iam::1:user/me is not authorized to perform: sts:AssumeRole on resource: ${ROLE}.`;
  expect(remedy(refusal, SAMPLES[0])).toBeUndefined();
});
