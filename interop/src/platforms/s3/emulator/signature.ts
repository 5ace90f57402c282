import { createHash, createHmac } from 'node:crypto';

/** A request as far as its signature is about it. */
export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The content of the `Authorization` header. */
export interface Claim {
  readonly accessKeyId: string;
  readonly scope: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

const HEADER =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/([^/]+)\/[^/]+\/aws4_request), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

/** Reads the header of Signature Version 4. Source: IAM user guide, "AWS Signature Version 4 for API requests". */
export function readClaim(authorization: string | undefined): Claim | undefined {
  const [, accessKeyId, scope, region, signedHeaders, signature] = HEADER.exec(authorization ?? '') ?? [];
  if (!accessKeyId || !scope || !region || !signedHeaders || !signature) return undefined;
  return { accessKeyId, scope, region, signedHeaders: signedHeaders.split(';'), signature };
}

/** The signature that a request must bear. Source: the same page, "Create a signed AWS API request". */
export function expectedSignature(request: SignedRequest, { scope, signedHeaders }: Claim, secret: string): string {
  const { method, url, headers, body } = request;
  const header = (name: string): string => String(headers[name] ?? '').trim();
  const query = [...url.search.slice(1).split('&')].filter((each) => each !== '').map(withEquals);
  const canonical = [
    method,
    url.pathname,
    query.sort().join('&'),
    ...signedHeaders.map((name) => `${name}:${header(name)}`),
    '',
    signedHeaders.join(';'),
    header('x-amz-content-sha256') || sha256(body),
  ].join('\n');
  const [date = '', region = '', service = '', end = ''] = scope.split('/');
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n');
  const key = [date, region, service, end].reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`);
  return hmac(key, toSign).toString('hex');
}

function withEquals(pair: string): string {
  return pair.includes('=') ? pair : `${pair}=`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
