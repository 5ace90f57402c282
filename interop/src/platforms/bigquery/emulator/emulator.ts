import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { bigquerySetup } from '@portcullis/plugin-bigquery';
import { jwtVerify } from 'jose';
import { createFaultQueue } from '../../../shared/emulator/fault-queue.ts';
import { listenOnLoopback } from '../../../shared/network/listen-on-loopback.ts';
import { bigqueryError, type GivenResponse, googleError, tokenError } from './google-errors.ts';

/** A dataset of the emulator. */
interface EmulatorDataset {
  readonly location: string;
  readonly description?: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The tables in it: the type of each by its name. */
  readonly tables?: Readonly<Record<string, string>>;
  /** The labels of tables, by name. */
  readonly tableLabels?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The functions in it: the description of each by its name. */
  readonly routines?: Readonly<Record<string, string>>;
  /** The models in it: the labels of each by its name. */
  readonly models?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A received request. */
interface Seen {
  readonly method: string;
  readonly path: string;
}

/**
 * The fault that replaces the emulator's work: it sends this response, never responds, or cuts the connection during
 * its response. It can also work first, and then send another response.
 */
export type Fault = GivenResponse | { readonly afterWork: GivenResponse } | 'hang' | 'cut';

/** A request that gets no response. */
interface Hung {
  /** Resolves when its connection is cut. */
  readonly cut: Promise<void>;
}

/** A service account and its key file. */
export interface Account {
  readonly email: string;
  /** The text of its key file. */
  readonly credential: string;
  readonly publicKey: string;
  readonly permissions: Set<string>;
}

export const PROJECT = 'acme-analytics';

const NEEDED = bigquerySetup({ project: PROJECT, role: 'portcullis', dataset: 'governance' }).permissions;

/** Creates an account with its own key, which names a project. `home` is the project that the account belongs to. */
export function makeAccount(name = 'portcullis', project = PROJECT, home = project): Account {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const email = `${name}@${home}.iam.gserviceaccount.com`;
  const credential = JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key_id: 'f00d',
    private_key: privateKey,
    client_email: email,
    token_uri: 'https://oauth2.googleapis.com/token',
  });
  return { email, credential, publicKey, permissions: new Set(NEEDED) };
}

/** Starts a server on loopback with the part of Google's documented REST interface that the plugin calls. */
export async function startEmulator() {
  const accounts = new Map<string, Account>();
  const datasets = new Map<string, EmulatorDataset>();
  const roles = new Map<string, readonly string[]>([['portcullis', NEEDED]]);
  const faults = createFaultQueue<Fault, Hung>();
  const seen: Seen[] = [];
  const tokens = new Map<string, Account>();

  const exchange = async (request: IncomingMessage): Promise<GivenResponse> => {
    const form = new URLSearchParams(await text(request));
    const assertion = form.get('assertion') ?? '';
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString() || '{}');
    const account = accounts.get(claims.iss);
    if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
      return tokenError('unsupported_grant_type', 'Invalid grant_type.');
    }
    if (!account) return tokenError('invalid_grant', 'Invalid grant: account not found');
    try {
      const { payload } = await jwtVerify(assertion, createPublicKey(account.publicKey), {
        algorithms: ['RS256'],
        audience: `${address}/token`,
        maxTokenAge: '1h',
      });
      if (payload.scope !== 'https://www.googleapis.com/auth/cloud-platform') throw new Error('scope');
    } catch {
      return tokenError('invalid_grant', 'Invalid JWT Signature.');
    }
    const token = `ya29.${tokens.size}`;
    tokens.set(token, account);
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } };
  };

  const work = async (request: IncomingMessage, path: string): Promise<GivenResponse> => {
    if (path === '/token') return exchange(request);
    const account = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (!account)
      return googleError(401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_EXPIRED', 'Request had invalid credentials.');
    const [resource = '', search] = path.split('?');
    const query = new URLSearchParams(search);
    const body = JSON.parse((await text(request)) || '{}');
    const may = (permission: string): boolean => account.permissions.has(permission);
    const denied = (permission: string) =>
      bigqueryError(
        403,
        'accessDenied',
        `Access Denied: Project ${PROJECT}: User does not have ${permission} permission.`,
      );

    if (resource === `/v3/projects/${PROJECT}:testIamPermissions`) {
      return { status: 200, body: { permissions: body.permissions.filter(may) } };
    }
    const role = /\/roles\/(\w+)$/.exec(resource)?.[1];
    if (role !== undefined) {
      if (!may('iam.roles.get')) return googleError(403, 'PERMISSION_DENIED', 'IAM_PERMISSION_DENIED', 'Not allowed.');
      const includedPermissions = roles.get(role);
      return includedPermissions
        ? { status: 200, body: { includedPermissions } }
        : googleError(404, 'NOT_FOUND', 'NOT_FOUND', `The role named ${role} was not found.`);
    }
    if (resource === `/bigquery/v2/projects/${PROJECT}/queries`) {
      if (!may('bigquery.jobs.create')) return denied('bigquery.jobs.create');
      return { status: 200, body: { jobComplete: true, rows: [{ f: [{ v: account.email }] }] } };
    }
    const tablesOf = /\/datasets\/(\w+)\/tables$/.exec(resource)?.[1];
    if (tablesOf !== undefined) {
      if (!may('bigquery.tables.list')) return denied('bigquery.tables.list');
      const { tables = {}, tableLabels = {} } = datasets.get(tablesOf) ?? {};
      return pageOf(
        'tables',
        Object.entries(tables).map(([tableId, type]) => ({
          type,
          tableReference: { tableId },
          labels: tableLabels[tableId],
        })),
        query,
      );
    }
    const routinesOf = /\/datasets\/(\w+)\/routines$/.exec(resource)?.[1];
    if (routinesOf !== undefined) {
      if (!may('bigquery.routines.list')) return denied('bigquery.routines.list');
      const routines = Object.entries(datasets.get(routinesOf)?.routines ?? {});
      const isRequested = query.get('readMask')?.includes('description');
      return pageOf(
        'routines',
        routines.map(([routineId, description]) => ({
          routineReference: { routineId },
          ...(isRequested ? { description } : {}),
        })),
        query,
      );
    }
    const modelsOf = /\/datasets\/(\w+)\/models$/.exec(resource)?.[1];
    if (modelsOf !== undefined) {
      if (!may('bigquery.models.list')) return denied('bigquery.models.list');
      const models = Object.entries(datasets.get(modelsOf)?.models ?? {});
      return pageOf(
        'models',
        models.map(([modelId, labels]) => ({ modelReference: { modelId }, labels })),
        query,
      );
    }
    const id = /\/datasets\/(\w+)$/.exec(resource)?.[1];
    if (id === undefined && request.method === 'GET') {
      const [, label = '', value] = /^labels\.([\w-]+)(?::(.+))?$/.exec(query.get('filter') ?? '') ?? [];
      const visible = may('bigquery.datasets.get') ? [...datasets] : [];
      const found = visible.filter(([, { labels }]) =>
        value === undefined ? label in labels : labels[label] === value,
      );
      const listed = found.map(([datasetId, { location, labels }]) => ({
        id: `${PROJECT}:${datasetId}`,
        datasetReference: { projectId: PROJECT, datasetId },
        location,
        labels,
      }));
      return pageOf('datasets', listed, query);
    }
    if (id === undefined) {
      if (!may('bigquery.datasets.create')) return denied('bigquery.datasets.create');
      const { datasetId } = body.datasetReference;
      if (datasets.has(datasetId))
        return bigqueryError(409, 'duplicate', `Already Exists: Dataset ${PROJECT}:${datasetId}`);
      const { location, description, labels } = body;
      datasets.set(datasetId, { location, description, labels });
      return { status: 200, body: { id: `${PROJECT}:${datasetId}` } };
    }
    const permission = request.method === 'DELETE' ? 'bigquery.datasets.delete' : 'bigquery.datasets.get';
    if (!may(permission)) return denied(permission);
    // "Changes to dataset-level access controls": the default view also contains these controls.
    const isFull = request.method === 'GET' && query.get('datasetView') !== 'METADATA';
    if (isFull && !may('bigquery.datasets.getIamPolicy')) return denied('bigquery.datasets.getIamPolicy');
    const dataset = datasets.get(id);
    if (!dataset) return bigqueryError(404, 'notFound', `Not found: Dataset ${PROJECT}:${id}`);
    const { tables = {}, tableLabels: _, routines = {}, models = {}, ...shown } = dataset;
    if (request.method !== 'DELETE') return { status: 200, body: { id: `${PROJECT}:${id}`, ...shown } };
    if (Object.keys({ ...tables, ...routines, ...models }).length > 0 && query.get('deleteContents') !== 'true') {
      return bigqueryError(400, 'resourceInUse', `Dataset ${PROJECT}:${id} is still in use`);
    }
    datasets.delete(id);
    return { status: 204, body: undefined };
  };

  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    seen.push({ method, path });
    const fault = faults.take(`${method} ${path}`);
    if (fault === 'hang') {
      faults.onHang({ cut: new Promise((closed) => response.once('close', closed)) });
      return;
    }
    if (fault === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"acc', () => request.socket.destroy());
      return;
    }
    const worked = fault === undefined || 'afterWork' in fault ? await work(request, path) : fault;
    const { status, body } = fault !== undefined && 'afterWork' in fault ? fault.afterWork : worked;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'object' ? JSON.stringify(body) : body);
  });
  const { address, stop } = await listenOnLoopback(server);

  return {
    accounts,
    datasets,
    roles,
    seen,
    endpoints: { token: `${address}/token`, bigquery: address, resourceManager: address, iam: address },
    /** Adds a known account. */
    admit(account: Account): Account {
      accounts.set(account.email, account);
      return account;
    },
    /** Injects a fault into the next request that begins with this text, such as `POST /token`. */
    failNext: faults.failNext,
    /** Injects a fault into every further request that begins with this text. */
    failAlways: faults.failAlways,
    /** Resolves when a request hangs. */
    hung: faults.hung,
    stop,
  };
}

/** One page of a list: two entries, because the platform may return fewer than requested. */
function pageOf(member: string, all: readonly unknown[], query: URLSearchParams): GivenResponse {
  const from = Number(query.get('pageToken') ?? 0);
  const [page, isLast] = [all.slice(from, from + 2), from + 2 >= all.length];
  return {
    status: 200,
    body: { ...(page.length === 0 ? {} : { [member]: page }), ...(isLast ? {} : { nextPageToken: String(from + 2) }) },
  };
}

/** A running emulator. */
export type Emulator = Awaited<ReturnType<typeof startEmulator>>;
