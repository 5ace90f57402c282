import type { ConsoleFile } from '@portcullis/http';

/** Media types by file extension. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Returns a built file as it is served; undefined for files that browsers do not request. */
export function siteFile(path: string, content: Uint8Array | string): ConsoleFile | undefined {
  const mediaType = MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1)];
  return mediaType === undefined ? undefined : { mediaType, content: new Uint8Array(Buffer.from(content)) };
}
