import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Endpoints } from '@portcullis/plugin-s3';
import type { AccessKey, Account } from './account.ts';
import { type Answer, Refusal, refusalAnswer } from './answers.ts';
import { BUCKET_OPERATIONS, OtherRegion } from './bucket-operations.ts';
import type { Call } from './call.ts';
import { GRANTS_ROUTES } from './grants-operations.ts';
import { QUERY_OPERATIONS } from './query-operations.ts';
import { type Claim, expectedSignature, readClaim, type SignedRequest } from './signature.ts';

/** The fault that replaces the work of an operation. */
export type Fault =
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string; readonly message: string }
  /** The connection is cut: before the work, or behind it. */
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
  /** No answer ever. */
  | { readonly kind: 'hang' }
  /** The answer of something in between. */
  | { readonly kind: 'page'; readonly status: number };

/** An emulator of STS, IAM, S3 and S3 Access Grants on loopback, for one account. It checks signatures. */
export interface Emulator {
  readonly account: Account;
  readonly endpoints: Endpoints;
  /** Operations in the order in which they came. */
  readonly seen: readonly string[];
  readonly faults: Map<string, Fault>;
  /** Resolves with the next request for an operation that hangs. */
  hanging(): Promise<IncomingMessage>;
  stop(): Promise<void>;
}

type Service = 'sts' | 'iam' | 's3' | 's3Control';

/** Starts an emulator. */
export async function startEmulator(account: Account): Promise<Emulator> {
  const seen: string[] = [];
  const faults = new Map<string, Fault>();
  const waiting: ((request: IncomingMessage) => void)[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://emulator');
    const [, service = '', ...rest] = url.pathname.split('/');
    const path = decodeURIComponent(`/${rest.join('/')}`);
    const body = await text(request);
    const known = {
      service: service as Service,
      method: request.method ?? '',
      path,
      url,
      body,
      headers: request.headers,
    };
    const operation = operationOf(known);
    seen.push(operation);
    const fault = faults.get(operation);
    if (fault?.kind === 'hang') return waiting.shift()?.(request);
    if (fault?.kind === 'cut' && fault.when === 'before') return void request.socket.destroy();
    if (fault?.kind === 'page') return send(response, { status: fault.status, body: '<html><body>Gateway' });
    const answered = respond(account, operation, known, fault);
    if (fault?.kind === 'cut') return void request.socket.destroy();
    send(response, answered);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    account,
    endpoints: { sts: `${base}/sts`, iam: `${base}/iam`, s3: `${base}/s3`, s3Control: `${base}/s3Control` },
    seen,
    faults,
    hanging: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Known {
  readonly service: Service;
  readonly method: string;
  readonly path: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

function operationOf({ service, method, path, body }: Known): string {
  if (service === 's3') return method === 'HEAD' ? 'HeadBucket' : 'ListObjectsV2';
  if (service === 's3Control') return routeOf(method, path)?.operation ?? `${method} ${path}`;
  return new URLSearchParams(body).get('Action') ?? 'unknown';
}

function routeOf(method: string, path: string) {
  return GRANTS_ROUTES.find((route) => route.method === method && route.path.test(path));
}

function respond(account: Account, operation: string, known: Known, fault: Fault | undefined): Answer {
  const form = known.service === 's3' ? 's3' : known.service === 's3Control' ? 's3Control' : 'query';
  try {
    const call = authenticate(account, known, form);
    if (fault?.kind === 'refuse') throw new Refusal(fault.status, fault.code, fault.message);
    if (known.service === 's3Control') {
      const route = routeOf(known.method, known.path);
      const [, id = ''] = route?.path.exec(known.path) ?? [];
      if (route) return route.run(call, id);
    }
    const run = known.service === 's3' ? BUCKET_OPERATIONS[operation] : QUERY_OPERATIONS[operation];
    if (!run) throw new Refusal(400, 'InvalidAction', `The action ${operation} is not valid.`);
    return run(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, body } = refusalAnswer(form, error);
    const headers: Record<string, string> = error instanceof OtherRegion ? { 'x-amz-bucket-region': error.region } : {};
    return { status, body: operation === 'HeadBucket' ? '' : body, headers };
  }
}

/** The codes for a key that is not known and for a wrong signature. */
const SIGN_IN_CODES = {
  query: { unknown: 'InvalidClientTokenId', wrong: 'SignatureDoesNotMatch' },
  s3: { unknown: 'InvalidAccessKeyId', wrong: 'SignatureDoesNotMatch' },
  s3Control: { unknown: 'InvalidAccessKeyId', wrong: 'SignatureDoesNotMatch' },
} as const;

function authenticate(account: Account, known: Known, form: keyof typeof SIGN_IN_CODES): Call {
  const { method, path, url, body, headers } = known;
  const claim = readClaim(headers.authorization);
  if (!claim) throw new Refusal(403, 'MissingAuthenticationToken', 'Request is missing Authentication Token');
  const key = signer(account, claim, { method, url, headers, body }, SIGN_IN_CODES[form]);
  const { region } = claim;
  return {
    account,
    key,
    region,
    method,
    path,
    query: url.searchParams,
    form: new URLSearchParams(body),
    body,
    headers,
  };
}

/** Returns the owner of the key that signed the request. */
function signer(
  { id, keys }: Account,
  claim: Claim,
  request: SignedRequest,
  codes: { readonly unknown: string; readonly wrong: string },
): AccessKey {
  if (keys === 'any') return { secret: '', account: id, arn: `arn:aws:iam::${id}:user/${claim.accessKeyId}` };
  const key = keys.get(claim.accessKeyId);
  if (!key) throw new Refusal(403, codes.unknown, 'The security token included in the request is invalid.');
  if (key.refusedWith) throw new Refusal(403, key.refusedWith, 'The security token included in the request is expired');
  if (expectedSignature(request, claim, key.secret) === claim.signature) return key;
  const message = 'The request signature we calculated does not match the signature you provided.';
  throw new Refusal(403, codes.wrong, message);
}

function send(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(body);
}
