import type { AwsCalls } from './aws-calls.ts';
import { type ClientSettings, clientConfig } from './client-settings.ts';

/** The header with the region of a bucket, which S3 also sends with most refusals. */
const REGION_HEADER = 'x-amz-bucket-region';

/** The codes of a refused HEAD request, which has no body, by its status. Source: S3 API reference, "HeadBucket". */
const STATUS_NAMES: Readonly<Record<number, string>> = { 403: 'AccessDenied', 404: 'NoSuchBucket' };

/** Creates the calls of S3. Source: S3 API reference. */
export async function createBucketCalls(
  settings: ClientSettings,
  endpoint: string | undefined,
): Promise<Pick<AwsCalls, 'bucketRegion' | 'isOwnedBy' | 'hasObjects'> & { close(): void }> {
  const { HeadBucketCommand, ListObjectsV2Command, S3Client } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    ...clientConfig(settings),
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
  return {
    async bucketRegion(bucket, abortSignal) {
      try {
        const { BucketRegion } = await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
        return BucketRegion;
      } catch (error) {
        const { status, region } = readRefusal(error);
        // S3 redirects to the region of the bucket; the SDK treats this as a failure without a name.
        if (region && region !== settings.region) return region;
        const name = status === undefined ? undefined : STATUS_NAMES[status];
        throw name ? withErrorName(error, name) : error;
      }
    },
    async isOwnedBy(bucket, account, abortSignal) {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket, ExpectedBucketOwner: account }), { abortSignal });
        return true;
      } catch (error) {
        if (readRefusal(error).status === 403) return false;
        throw error;
      }
    },
    async hasObjects(bucket, prefix, abortSignal) {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 });
      const { KeyCount = 0 } = await client.send(command, { abortSignal });
      return KeyCount > 0;
    },
    close: () => client.destroy(),
  };
}

interface Refusal {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

function readRefusal(error: unknown): { readonly status: number | undefined; readonly region: string | undefined } {
  const { $metadata, $response } = (error ?? {}) as Refusal;
  return { status: $metadata?.httpStatusCode, region: $response?.headers?.[REGION_HEADER] };
}

/** Adds the code of its status to an error. */
function withErrorName(error: unknown, name: string): unknown {
  if (error instanceof Error) Object.defineProperty(error, 'name', { value: name });
  return error;
}
