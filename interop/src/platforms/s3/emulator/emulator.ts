import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Endpoints } from '@portcullis/plugin-s3';
import { listenOnLoopback } from '../../../shared/network/listen-on-loopback.ts';
import type { Account } from './account.ts';
import { BUCKET_OPERATIONS } from './bucket-operations.ts';
import type { Call } from './call.ts';
import { GRANTS_ROUTES } from './grants-operations.ts';
import { QUERY_OPERATIONS } from './query-operations.ts';
import { type EmulatorResponse, Refusal, refusalResponse } from './responses.ts';

/** The fault that replaces the work of an operation. */
export type Fault =
  | { readonly kind: 'refuse'; readonly status: number; readonly code: string; readonly message: string }
  /** The connection is cut, before or after the work. */
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' }
  /** Never responds. */
  | { readonly kind: 'hang' }
  /** The response of an intermediary. */
  | { readonly kind: 'page'; readonly status: number };

/** An emulator on loopback for one account: S3 Access Grants, and the operations of STS, IAM and S3 that a set-up needs. */
export interface Emulator {
  readonly account: Account;
  readonly endpoints: Endpoints;
  /** Operations in order of arrival. */
  readonly seen: readonly string[];
  /** Returns the operations that changed the account. */
  changes(): readonly string[];
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
    const responded = respond(account, operation, known, fault);
    if (fault?.kind === 'cut') return void request.socket.destroy();
    send(response, responded);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  const { address: base, stop } = await listenOnLoopback(server);
  return {
    account,
    endpoints: { sts: `${base}/sts`, iam: `${base}/iam`, s3: `${base}/s3`, s3Control: `${base}/s3Control` },
    seen,
    changes: () => seen.filter((operation) => /^(Create|Delete)/.test(operation)),
    faults,
    hanging: () => new Promise((resolve) => waiting.push(resolve)),
    stop,
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

function respond(account: Account, operation: string, known: Known, fault: Fault | undefined): EmulatorResponse {
  const form = known.service === 's3' ? 's3' : known.service === 's3Control' ? 's3Control' : 'query';
  try {
    const call = signedCall(account, known);
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
    const { status, body } = refusalResponse(form, error);
    return { status, body: operation === 'HeadBucket' ? '' : body };
  }
}

/** The access key and the region of a signature. Source: IAM user guide, "AWS Signature Version 4 for API requests". */
const CREDENTIAL = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/([^/]+)\//;

/** Reads a signed request. Signatures themselves are checked by moto. */
function signedCall(account: Account, { method, path, url, body, headers }: Known): Call {
  const [, keyId, region] = CREDENTIAL.exec(headers.authorization ?? '') ?? [];
  if (!keyId || !region)
    throw new Refusal(403, 'MissingAuthenticationToken', 'Request is missing Authentication Token');
  const key = account.keys.get(keyId) ?? {
    account: account.id,
    arn: `arn:aws:iam::${account.id}:user/portcullis-service`,
  };
  const form = new URLSearchParams(body);
  return { account, key, region, method, path, query: url.searchParams, form, body, headers };
}

function send(response: ServerResponse, { status, body, headers = {} }: EmulatorResponse): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(body);
}
