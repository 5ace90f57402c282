import { PortcullisError } from './portcullis-error.ts';

/** The number of quoted characters of a foreign response. */
const QUOTED = 200;

/**
 * Rejects a success that is not JSON: the response of a proxy or a sign-in page must not be mistaken for data.
 *
 * @throws PortcullisError `NOT_PORTCULLIS`
 */
export async function assertJsonResponse(response: Response, request: Request): Promise<Response> {
  const mediaType = response.headers.get('content-type') ?? '';
  if (!response.ok || response.status === 204 || /^application\/(?:[\w.-]+\+)?json\b/i.test(mediaType)) return response;
  throw notPortcullisError(response, request, await response.text());
}

/** Returns the error for a response that the service cannot have sent. */
export function notPortcullisError(response: Response, request: Request, body: string): PortcullisError {
  const mediaType = response.headers.get('content-type') ?? 'no content type';
  const { origin, pathname } = new URL(request.url);
  return new PortcullisError({
    code: 'NOT_PORTCULLIS',
    call: `${request.method} ${pathname}`,
    status: response.status,
    message: `${origin}${pathname} answered ${response.status} with ${mediaType}, which is not a response of Portcullis: check baseUrl, and any proxy in between.`,
    details: { mediaType, start: body.slice(0, QUOTED) },
  });
}
