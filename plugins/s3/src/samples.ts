const COMMON_FIELDS = {
  name: 'Lake in Frankfurt',
  awsAccountId: '123456789012',
  awsRegion: 'eu-central-1',
  awsLocationRole: 'arn:aws:iam::123456789012:role/portcullis-location',
  awsLocationPath: 's3://acme-lake/curated/',
};

/** A complete config of each kind. The key is not a real one. */
export const SAMPLES: readonly Readonly<Record<string, unknown>>[] = [
  {
    ...COMMON_FIELDS,
    authenticationType: 'accessKey',
    awsAccessKeyId: 'AKIASAMPLE0000000001',
    awsSecretAccessKey: 'sample/secret+access+key+of40characters0',
  },
  {
    ...COMMON_FIELDS,
    authenticationType: 'auto',
    awsRoleToAssume: 'arn:aws:iam::123456789012:role/portcullis-service',
    awsExternalId: 'portcullis-4711',
  },
];
