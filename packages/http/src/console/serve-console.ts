import { createHash } from 'node:crypto';
import { ServiceError } from '@portcullis/core';
import type { Outgoing } from '../exchange/outgoing.ts';
import { finish } from '../responses/finish.ts';
import { queryOf } from '../routing/base-path.ts';
import { methodNotAllowed } from '../routing/method-not-allowed.ts';
import type { UnroutedRequest } from '../routing/unrouted-request.ts';
import { CONSOLE_HEADERS } from './console-headers.ts';
import type { ConsoleFile, ConsoleSite } from './console-site.ts';

/** The path of the console below the base path. */
const CONSOLE_PATH = '/console';

/** The methods of every path of the console. */
const ALLOW = 'GET, HEAD, OPTIONS';

/** One year, the maximum age for caches. Source: RFC 9111, section 5.3. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface ServedFile extends ConsoleFile {
  readonly etag: string;
  readonly cacheControl: string;
}

/** Returns whether a path below the base path belongs to the console. */
export function isConsolePath(path: string): boolean {
  return path === CONSOLE_PATH || path.startsWith(`${CONSOLE_PATH}/`);
}

/**
 * Serves the files of a console. Browsers request the page each time, and the response is 304 while it is unchanged; files
 * with a hash in their name are cached for ever. A path without a trailing slash is redirected, because the page has relative
 * links. The second parameter is the path below the base path.
 *
 * @throws ServiceError `ROUTE_NOT_FOUND`
 */
export function createConsoleServer(site: ConsoleSite): (request: UnroutedRequest, path: string) => Promise<Outgoing> {
  let served: Promise<ReadonlyMap<string, ServedFile>> | undefined;
  const read = async () => new Map([...(await site.files())].map(([path, file]) => [path, describe(path, file)]));

  return async (request, path) => {
    const { requestId } = request;
    const { method, headers } = request.incoming;
    const common = [...CONSOLE_HEADERS, ['x-request-id', requestId]] as const;
    if (method === 'OPTIONS') return { status: 204, headers: [['allow', ALLOW], ...common], content: null };
    if (method !== 'GET' && method !== 'HEAD') return finish(methodNotAllowed(request, ALLOW), method, requestId);
    if (path === CONSOLE_PATH) {
      const location = `console/${queryOf(request.incoming.url)}`;
      return { status: 308, headers: [['location', location], ['content-length', '0'], ...common], content: null };
    }
    served ??= read();
    const files = await served.catch((error: unknown) => {
      // The next request tries to read the files again.
      served = undefined;
      throw error;
    });
    const file = files.get(path.slice(CONSOLE_PATH.length + 1) || 'index.html');
    if (!file) throw new ServiceError('ROUTE_NOT_FOUND', `The console has no file ${request.path}.`);
    const { content, mediaType, etag, cacheControl } = file;
    const caching = [
      ['etag', etag],
      ['cache-control', cacheControl],
    ] as const;
    if (isKnown(headers.get('if-none-match'), etag)) {
      return { status: 304, headers: [...caching, ...common], content: null };
    }
    return {
      status: 200,
      headers: [['content-type', mediaType], ['content-length', String(content.byteLength)], ...caching, ...common],
      content: method === 'HEAD' ? null : content,
    };
  };
}

function describe(path: string, file: ConsoleFile): ServedFile {
  return {
    ...file,
    etag: `"${createHash('sha256').update(file.content).digest('base64url')}"`,
    cacheControl: path.startsWith('assets/') ? IMMUTABLE : 'no-cache',
  };
}

/** Compares weakly, because caches may have weakened the tag. Source: RFC 9110, section 13.1.2. */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
