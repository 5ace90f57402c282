import { type Answer, answer, element, Refusal, xml } from './answers.ts';
import type { Call } from './call.ts';

/** The operations of S3 that the plugin uses. Source: S3 API reference, "HeadBucket", "ListObjectsV2". */
export const BUCKET_OPERATIONS: Readonly<Record<string, (call: Call) => Answer>> = {
  HeadBucket: (call) => {
    const bucket = bucketOf(call);
    return { status: 200, body: '', headers: { 'x-amz-bucket-region': bucket.region } };
  },
  ListObjectsV2: (call) => {
    const prefix = call.query.get('prefix') ?? '';
    const found = bucketOf(call).objects.filter((key) => key.startsWith(prefix));
    const contents = found.map((key) => element('Contents', element('Key', xml(key))));
    return answer(element('ListBucketResult', `<KeyCount>${found.length}</KeyCount>${contents.join('')}`));
  },
};

function bucketOf({ account, path, region }: Call) {
  const [name = ''] = path.split('/').filter((part) => part !== '');
  const bucket = account.buckets.get(name);
  if (!bucket) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (bucket.region !== region) throw new OtherRegion(bucket.region);
  return bucket;
}

/** Asked in the wrong region. */
export class OtherRegion extends Refusal {
  readonly region: string;

  constructor(region: string) {
    super(301, 'PermanentRedirect', 'The bucket must be addressed using the specified endpoint.');
    this.region = region;
  }
}
