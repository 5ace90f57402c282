import type { EmulatorState } from './emulator-state.ts';
import type { Item } from './eventual-list.ts';

/** The response to a request of an account. */
interface Reply {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request of an account. */
export interface EmulatedRequest {
  readonly method: string;
  readonly path: readonly string[];
  readonly pageToken: string | null;
  readonly body: Readonly<Record<string, string>>;
}

const PAGE_SIZE = 2;

/** Returns a refusal in the form of the platform. */
export function refusal(status: number, code: string): Reply {
  return { status, body: { code, message: `The platform refused the request: ${code}.` } };
}

/** Responds to a request of an account with these permissions. */
export function respond(state: EmulatorState, request: EmulatedRequest, permissions: readonly string[]): Reply {
  const { method, path } = request;
  const [collection = '', id, member] = path;
  if (collection === 'operations') return operation(state, id);
  const area = collection === 'service-accounts' ? 'accounts' : collection;
  if (!permissions.includes(`${area}:${method === 'GET' ? 'read' : 'write'}`)) return refusal(403, 'forbidden');
  if (area === 'catalogs') return page(state.catalogs.read(isFirst(request)), request);
  if (area === 'roles') return member === undefined ? role(state, request) : grant(state, request);
  return account(state, request);
}

function role(state: EmulatorState, request: EmulatedRequest): Reply {
  const { roles, grants, accounts } = state;
  const [, id] = request.path;
  if (request.method === 'GET') return page(roles.read(isFirst(request)), request);
  if (request.method === 'POST') {
    const { name = '', description = '' } = request.body;
    if (roles.items.some((each) => each.name === name)) return refusal(409, 'role_exists');
    roles.change([...roles.items, { id: state.newId('role'), name, description }]);
    return { status: 201 };
  }
  if (!roles.items.some((each) => each.id === id)) return refusal(404, 'role_not_found');
  if (accounts.items.some(({ roleId }) => roleId === id)) return refusal(409, 'role_in_use');
  roles.change(roles.items.filter((each) => each.id !== id));
  grants.change(grants.items.filter(({ roleId }) => roleId !== id));
  return { status: 204 };
}

/** Grants are carried out later, by a part of the platform that sees roles only after a while. */
function grant(state: EmulatorState, request: EmulatedRequest): Reply {
  const { roles, grants } = state;
  const [, roleId = '', , grantId] = request.path;
  if (request.method === 'GET')
    return page(
      grants.read(isFirst(request)).filter((each) => each.roleId === roleId),
      request,
    );
  if (!roles.knows(roleId)) return refusal(404, 'role_not_found');
  if (request.method === 'DELETE') {
    return later(state, () => grants.change(grants.items.filter(({ id }) => id !== grantId)));
  }
  const { catalogId = '', privilege = '' } = request.body;
  const isGranted = grants.items.some(
    (each) => each.roleId === roleId && each.catalogId === catalogId && each.privilege === privilege,
  );
  return later(state, () => {
    if (isGranted) throw new Error('grant_exists');
    grants.change([...grants.items, { id: state.newId('grant'), name: '', roleId, catalogId, privilege }]);
  });
}

function account(state: EmulatorState, request: EmulatedRequest): Reply {
  const { accounts, roles } = state;
  const [, id] = request.path;
  if (request.method === 'GET') {
    return page(
      accounts
        .read(isFirst(request))
        .map(({ id: shown, name, description = '' }) => ({ id: shown, name, description })),
      request,
    );
  }
  if (request.method === 'POST') {
    const { permissions, ...given } = request.body;
    const { name = '', description = '', clientSecret = '', roleId = '' } = given;
    if (accounts.items.some((each) => each.name === name)) return refusal(409, 'account_exists');
    if (!roles.knows(roleId)) return refusal(404, 'role_not_found');
    const granted: readonly string[] = Array.isArray(permissions) ? permissions : [];
    const made = { id: state.newId('account'), name, description, clientSecret, roleId, permissions: granted };
    accounts.change([...accounts.items, made]);
    return { status: 201 };
  }
  if (!accounts.items.some((each) => each.id === id)) return refusal(404, 'account_not_found');
  const { clientSecret = '' } = request.body;
  accounts.change(
    accounts.items.flatMap((each) => {
      if (each.id !== id) return [each];
      return request.method === 'DELETE' ? [] : [{ ...each, clientSecret }];
    }),
  );
  return { status: 204 };
}

function later(state: EmulatorState, finish: () => void): Reply {
  const id = state.newId('operation');
  state.operations.set(id, { reads: 2, finish });
  return { status: 202, headers: { location: `/v1/operations/${id}` } };
}

function operation({ operations }: EmulatorState, id = ''): Reply {
  const found = operations.get(id);
  if (!found) return refusal(404, 'operation_not_found');
  if (found.reads-- > 0) return { status: 200, body: { state: 'running' } };
  operations.delete(id);
  try {
    found.finish();
    return { status: 200, body: { state: 'succeeded' } };
  } catch (error) {
    const { message: code } = error as Error;
    return { status: 200, body: { state: 'failed', error: { code, message: `The operation failed: ${code}.` } } };
  }
}

function isFirst({ pageToken }: EmulatedRequest): boolean {
  return pageToken === null;
}

function page(items: readonly Item[], { pageToken }: EmulatedRequest): Reply {
  const from = Number(pageToken ?? 0);
  const next = from + PAGE_SIZE;
  const body = { items: items.slice(from, next), ...(next < items.length ? { nextPageToken: String(next) } : {}) };
  return { status: 200, body };
}
