import { s3, s3Setup } from '@portcullis/plugin-s3';

export const lake = s3();

export const setup = s3Setup({
  awsAccountId: '123456789012',
  awsRegion: 'eu-central-1',
  awsLocationPath: 's3://acme-lake/curated/',
  awsLocationRole: 'arn:aws:iam::123456789012:role/portcullis-location',
  service: { kind: 'user', name: 'portcullis-service' },
});
