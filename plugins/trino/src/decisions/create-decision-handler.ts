import { DEFAULT_DECISION_PATH, decisionPathOf } from '../client-setup/decision-path.ts';
import type { TrinoAccessPolicy, TrinoCluster } from './access-policy.ts';
import { DECISIONS, InvalidRequestError } from './decide.ts';
import { opaRequest } from './opa-request.ts';

/** Options of {@link createTrinoDecisionHandler}. */
export interface TrinoDecisionHandlerOptions {
  /**
   * Recognises the key of a cluster: `(key, source) => portcullis.integrations.authenticateKey(key, { source })`, or
   * `portcullis.tenants.authenticateIntegrationKey` for a host with several tenants. The response to its `RATE_LIMITED`
   * is a 429.
   */
  authenticate(key: string, source: string | undefined): Promise<TrinoCluster | undefined>;
  /** The access rules of the host. */
  readonly policy: TrinoAccessPolicy;
  /** The path below the address of the handler, the same as in `trino()`. @default /trino/access-control */
  readonly decisionPath?: string;
  /** Receives errors of the policy; the cluster only learns that the decision failed. */
  onError?(error: unknown): void;
  /**
   * Bytes of a request that are read. A batch of 10,000 tables has about 2,000,000.
   * @remarks Raise it for batches of more than 80,000 tables.
   * @default 16,777,216
   */
  readonly bodyLimit?: number;
}

/**
 * Responds to a request of a coordinator, or returns undefined for another path.
 *
 * @param source - the address of the client, if the host knows it, for the limit of wrong keys.
 */
export type TrinoDecisionHandler = (request: Request, source?: string) => Promise<Response | undefined>;

const DEFAULT_BODY_LIMIT = 16_777_216;

/**
 * Creates the endpoint for the Open Policy Agent access control of a coordinator. It recognises the cluster by its key,
 * converts each documented request into a call of the policy, and the result of the policy into the documented response.
 *
 * Failures are refusals: a wrong key is a 401, a malformed request a 400, a policy that throws a 500. Trino then fails
 * the query and shows no data. It writes the address, including the key, into its own log.
 *
 * @throws PortcullisError `OPTIONS_INVALID` if the path is not valid.
 */
export function createTrinoDecisionHandler(options: TrinoDecisionHandlerOptions): TrinoDecisionHandler {
  const prefix = `${decisionPathOf(options.decisionPath ?? DEFAULT_DECISION_PATH)}/`;
  return async (request, source) => {
    const { pathname } = new URL(request.url);
    const start = pathname.lastIndexOf(prefix);
    const [key, kind, ...rest] = start < 0 ? [] : pathname.slice(start + prefix.length).split('/');
    if (!key || !kind || rest.length > 0) return undefined;
    return respond(request, { key, kind, source }, options);
  };
}

async function respond(
  request: Request,
  { key, kind, source }: { readonly key: string; readonly kind: string; readonly source: string | undefined },
  { authenticate, policy, onError, bodyLimit = DEFAULT_BODY_LIMIT }: TrinoDecisionHandlerOptions,
): Promise<Response> {
  if (request.method !== 'POST') return refusal(405, 'Request decisions with POST.', { allow: 'POST' });
  try {
    const cluster = await authenticate(key, source);
    if (!cluster)
      return refusal(401, 'The key is not known, was replaced or was revoked.', { 'www-authenticate': 'Key' });
    const decide = Object.hasOwn(DECISIONS, kind) ? DECISIONS[kind] : undefined;
    if (!decide) return refusal(404, `There is no decision of this kind: ${Object.keys(DECISIONS).join(', ')}.`);
    const body = await readBody(request, bodyLimit);
    if (body === undefined) return refusal(413, `The request is larger than ${bodyLimit} bytes.`);
    const parsed = opaRequest.safeParse(body, { reportInput: false });
    if (!parsed.success) return refusal(400, `The request is not as documented: ${pathsOf(parsed.error.issues)}.`);
    const result = await decide(parsed.data.input, cluster, policy);
    return Response.json(result === undefined ? {} : { result }, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (error instanceof InvalidRequestError) return refusal(400, `The request is not as documented: ${error.message}`);
    const wait = retryAfterOf(error);
    if (wait !== undefined) return refusal(429, 'Too many wrong keys.', { 'retry-after': String(wait) });
    onError?.(error);
    return refusal(500, 'The decision failed.');
  }
}

function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ message }, { status, headers: { 'cache-control': 'no-store', ...headers } });
}

/** Reads the body; undefined if it is too large. @throws InvalidRequestError if it is not JSON. */
async function readBody(request: Request, limit: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new InvalidRequestError('The body is not JSON.');
  }
}

function pathsOf(issues: readonly { readonly path: readonly PropertyKey[] }[]): string {
  return issues
    .slice(0, 3)
    .map(({ path }) => path.map(String).join('.'))
    .join(', ');
}

/** Reads the delay of a core error. The class is not imported, because a plugin depends only on the contract. */
function retryAfterOf(error: unknown): number | undefined {
  const { code, extras } = (error ?? {}) as {
    readonly code?: unknown;
    readonly extras?: { retryAfterSeconds?: unknown };
  };
  if (code !== 'RATE_LIMITED') return undefined;
  return typeof extras?.retryAfterSeconds === 'number' ? extras.retryAfterSeconds : 60;
}
