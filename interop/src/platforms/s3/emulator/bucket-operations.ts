import type { Call } from './call.ts';
import { type EmulatorResponse, element, Refusal, success, xml } from './responses.ts';

/** The operations of S3 that the plugin uses. Source: S3 API reference, "HeadBucket", "ListObjectsV2". */
export const BUCKET_OPERATIONS: Readonly<Record<string, (call: Call) => EmulatorResponse>> = {
  HeadBucket: (call) => {
    objectsOf(call);
    return { status: 200, body: '', headers: { 'x-amz-bucket-region': call.region } };
  },
  ListObjectsV2: (call) => {
    const prefix = call.query.get('prefix') ?? '';
    const found = objectsOf(call).filter((key) => key.startsWith(prefix));
    const contents = found.map((key) => element('Contents', element('Key', xml(key))));
    return success(element('ListBucketResult', `<KeyCount>${found.length}</KeyCount>${contents.join('')}`));
  },
};

function objectsOf({ account, path, headers }: Call): readonly string[] {
  const [bucket = ''] = path.split('/').filter((part) => part !== '');
  const objects = account.buckets.get(bucket);
  const owner = account.foreignBuckets.has(bucket) ? 'another' : account.id;
  // Source: S3 user guide, "Verifying bucket ownership with bucket owner condition".
  if ((headers['x-amz-expected-bucket-owner'] ?? owner) !== owner)
    throw new Refusal(403, 'AccessDenied', 'Access Denied');
  if (!objects) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
  return objects;
}
