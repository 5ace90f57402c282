import type { Answer } from './answer.ts';

/** Makes a `Response` of an answer. Its Content-Length is set, so that HEAD and servers without chunking have it too. */
export function toResponse(answer: Answer, requestId: string): Response {
  const { status, headers = {}, body, text } = answer;
  const content = text?.content ?? (body === undefined ? null : JSON.stringify(body));
  const described =
    content === null
      ? {}
      : {
          'content-type': text ? `${text.mediaType}; charset=utf-8` : 'application/json',
          'content-length': String(Buffer.byteLength(content)),
          'x-content-type-options': 'nosniff',
        };
  return new Response(content, { status, headers: { ...described, ...headers, 'x-request-id': requestId } });
}
