import type { DemoRequest } from './demo-request.ts';

/** The shell variable with the API key, so that no line contains the key. */
export const KEY_VARIABLE = 'PORTCULLIS_API_KEY';

/** A request as one line for a POSIX shell. */
export function curlLine(baseUrl: string, request: DemoRequest): string {
  const { method, path, body } = request;
  const words = [
    "curl -sS -w '\\n'",
    // curl sends a request with a body as a POST.
    ...(method === (body ? 'POST' : 'GET') ? [] : [`-X ${method}`]),
    `-H "Authorization: $${KEY_VARIABLE}"`,
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d ${quote('json' in body ? body.json : `@${body.file}`)}`]
      : []),
    quote(baseUrl + path),
  ];
  const line = words.join(' ');
  if (request.while === undefined) return line;
  return `while S=$(${line}); echo "$S"; echo "$S" | grep -q ${quote(request.while)}; do sleep 1; done`;
}

/** Quotes a word so that the shell does not change it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
