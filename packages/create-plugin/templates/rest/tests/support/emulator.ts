import type { HttpRequest } from '@portcullis/plugin-network';
import type { LoadSender } from '../../src/connection/sender.ts';

/** An in-memory platform, behind a sender, with the calls that the plugin uses. */
export interface Emulator {
  readonly send: LoadSender;
  /** The requests, such as `PUT /v1/spaces/governance`. */
  readonly requests: string[];
  /** The headers of the sign-ins. */
  readonly authorizations: Set<string | null>;
  readonly spaces: Map<string, { retentionDays: number; labels: Record<string, string>; readers: Set<string> }>;
  readonly groups: Set<string>;
  readonly permissions: Set<string>;
}

/** Creates an emulator with a group and an account that has every permission. */
export function emulator(): Emulator {
  const state = {
    requests: [] as string[],
    authorizations: new Set<string | null>(),
    spaces: new Map<string, { retentionDays: number; labels: Record<string, string>; readers: Set<string> }>(),
    groups: new Set(['analysts']),
    permissions: new Set(['groups:read', 'spaces:read', 'spaces:write']),
  };
  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const [, , collection, name = '', member, memberName = ''] = pathname.split('/').map(decodeURIComponent);
    state.requests.push(`${request.method} ${pathname}`);
    if (collection === 'token') return Response.json({ access_token: 'a-token' });
    state.authorizations.add(request.headers.get('authorization'));
    if (collection === 'me') return Response.json({ name: 'portcullis', permissions: [...state.permissions] });
    const permission = `${collection}:${request.method === 'GET' ? 'read' : 'write'}`;
    if (!state.permissions.has(permission)) return refusal(403, 'forbidden', `The account lacks ${permission}.`);
    if (collection === 'groups') return state.groups.has(name) ? Response.json({ name }) : notFound();
    return member === 'readers' ? reader(request.method, name, memberName) : space(request, name);
  };

  const space = async (request: Request, name: string): Promise<Response> => {
    const found = state.spaces.get(name);
    const shown = (key: string, { readers: _readers, ...rest }: NonNullable<typeof found>) => ({
      id: `space-${key}`,
      name: key,
      ...rest,
    });
    if (name === '') {
      return Response.json({ spaces: [...state.spaces].map(([key, each]) => shown(key, each)) });
    }
    if (request.method === 'PUT') {
      if (found) return refusal(412, 'space_exists', 'A space with this name exists.');
      const { retentionDays, labels = {} } = await bodyOf(request);
      state.spaces.set(name, { retentionDays, labels, readers: new Set() });
      return Response.json({ id: `space-${name}` });
    }
    if (!found) return notFound();
    if (request.method === 'PATCH') found.retentionDays = (await bodyOf(request)).retentionDays;
    if (request.method === 'DELETE') state.spaces.delete(name);
    return Response.json(shown(name, found));
  };

  const reader = (method: string, name: string, group: string): Response => {
    const readers = state.spaces.get(name)?.readers;
    if (!readers) return notFound();
    if (method === 'PUT') readers.add(group);
    if (!readers.has(group)) return notFound();
    if (method === 'DELETE') readers.delete(group);
    return Response.json({ group });
  };

  const sender = async ({ url, signal: _signal, ...request }: HttpRequest) => {
    const response = await respond(new Request(url, request));
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.json() };
  };
  return { ...state, send: async () => Object.assign(sender, { close: async () => {} }) };
}

async function bodyOf(request: Request) {
  return (await request.json()) as { readonly retentionDays: number; readonly labels?: Record<string, string> };
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}

function notFound(): Response {
  return refusal(404, 'not_found', 'No object has this name.');
}
