import { createHash } from 'node:crypto';
import { ServiceError } from '@portcullis/core';
import type { RequestHeaders } from '../exchange/incoming.ts';
import type { Outgoing } from '../exchange/outgoing.ts';
import { CONSOLE_HEADERS } from './console-headers.ts';
import type { ConsoleFile, ConsoleSite } from './console-site.ts';

/** The path of the console below the base path. */
const CONSOLE_PATH = '/console';

/** One year, the maximum age for caches. Source: RFC 9111, section 5.3. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A request for a file of the console. */
export interface ConsoleRequest {
  readonly method: string;
  /** The path below the base path. */
  readonly path: string;
  readonly headers: RequestHeaders;
  readonly requestId: string;
}

interface ServedFile extends ConsoleFile {
  readonly etag: string;
  readonly cacheControl: string;
}

/** Returns whether a path below the base path belongs to the console. */
export function isConsolePath(path: string): boolean {
  return path === CONSOLE_PATH || path.startsWith(`${CONSOLE_PATH}/`);
}

/**
 * Serves the files of a console. The page is requested again each time, and responded with 304 while it is unchanged;
 * files with a hash in their name are cached for ever. A path without a trailing slash is redirected, because the
 * page has relative links.
 *
 * @throws ServiceError `ROUTE_NOT_FOUND`, `METHOD_NOT_ALLOWED`
 */
export function createConsoleServer(site: ConsoleSite): (request: ConsoleRequest) => Promise<Outgoing> {
  let served: Promise<ReadonlyMap<string, ServedFile>> | undefined;
  const read = async () => new Map([...(await site.files())].map(([path, file]) => [path, describe(path, file)]));

  return async ({ method, path, headers, requestId }) => {
    const common = [...CONSOLE_HEADERS, ['x-request-id', requestId]] as const;
    if (method === 'OPTIONS')
      return { status: 204, headers: [['allow', 'GET, HEAD, OPTIONS'], ...common], content: null };
    if (method !== 'GET' && method !== 'HEAD') {
      throw new ServiceError(
        'METHOD_NOT_ALLOWED',
        `${path} does not support the method ${method}. It supports GET, HEAD, OPTIONS.`,
      );
    }
    if (path === CONSOLE_PATH) {
      return { status: 308, headers: [['location', 'console/'], ['content-length', '0'], ...common], content: null };
    }
    served ??= read();
    const files = await served.catch((error: unknown) => {
      // The next request tries to read the files again.
      served = undefined;
      throw error;
    });
    const file = files.get(path.slice(CONSOLE_PATH.length + 1) || 'index.html');
    if (!file) throw new ServiceError('ROUTE_NOT_FOUND', `The console has no file ${path}.`);
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
