import { readPages, withRetry } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';
import type { Api, ResponseBody } from './api.ts';
import type { PlatformCalls, Space } from './platform-session.ts';

const part = encodeURIComponent;

/** Creates the calls of the platform. Name the pages of its reference here. */
export function createCalls(api: Api): PlatformCalls {
  // Requests without effects are retried after a network failure or a transient failure.
  const get = (path: string, signal: AbortSignal): Promise<ResponseBody> =>
    withRetry(() => api({ method: 'GET', path }, signal), { classify: classifyError, signal });
  const find = async (path: string, signal: AbortSignal): Promise<ResponseBody | undefined> => {
    try {
      return await get(path, signal);
    } catch (error) {
      if (classifyError(error)?.class === 'not-found') return undefined;
      throw error;
    }
  };
  /** Reads every page of a list. */
  const all = async (path: string, member: string, signal: AbortSignal): Promise<readonly ResponseBody[]> => {
    const read = (page: string) => get(page === '' ? path : `${path}?page=${part(page)}`, signal);
    const pages = await readPages(read, ({ next }) => next);
    return pages.flatMap((page) => listIn(page[member])).map((each): ResponseBody => Object(each));
  };
  return {
    async account(signal) {
      const { name, permissions } = await get('/v1/me', signal);
      return { name: String(name), permissions: listIn(permissions).map(String) };
    },
    hasGroup: async (name, signal) => (await find(`/v1/groups/${part(name)}`, signal)) !== undefined,
    async space(name, signal) {
      const found = await find(`/v1/spaces/${part(name)}`, signal);
      return found && spaceOf(found);
    },
    spaces: async (signal) => (await all('/v1/spaces', 'spaces', signal)).map(spaceOf),
    objectsIn: async (space, signal) =>
      (await all(`/v1/spaces/${part(space)}/objects`, 'objects', signal)).map(({ kind, name, owner }) => ({
        kind: String(kind),
        name: String(name),
        owner: String(owner),
      })),
    async createSpace({ name, retentionDays, mark }, signal) {
      const body = { retentionDays, labels: { portcullis: mark } };
      // Creates only a missing object, because an existing one is foreign.
      const headers = { 'if-none-match': '*' };
      const { id } = await api({ method: 'PUT', path: `/v1/spaces/${part(name)}`, headers, body }, signal);
      return String(id);
    },
    async updateSpace({ name, retentionDays }, signal) {
      await api({ method: 'PATCH', path: `/v1/spaces/${part(name)}`, body: { retentionDays } }, signal);
    },
    async deleteSpace(name, signal) {
      await api({ method: 'DELETE', path: `/v1/spaces/${part(name)}` }, signal);
    },
    isReader: async (space, group, signal) => (await find(readerPath(space, group), signal)) !== undefined,
    async addReader(space, group, signal) {
      await api({ method: 'PUT', path: readerPath(space, group) }, signal);
    },
    async removeReader(space, group, signal) {
      await api({ method: 'DELETE', path: readerPath(space, group) }, signal);
    },
  };
}

function readerPath(space: string, group: string): string {
  return `/v1/spaces/${part(space)}/readers/${part(group)}`;
}

function spaceOf({ id, name, retentionDays, labels }: ResponseBody): Space {
  const { portcullis: mark }: ResponseBody = Object(labels);
  return {
    id: String(id),
    name: String(name),
    retentionDays: Number(retentionDays),
    mark: typeof mark === 'string' ? mark : undefined,
  };
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
