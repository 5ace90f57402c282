import type { IncomingMessage, ServerResponse } from 'node:http';

/** Writes a `Response` to a connection of `node:http`. Does nothing when somebody else has answered. */
export async function sendResponse(from: Response, request: IncomingMessage, to: ServerResponse): Promise<void> {
  const bytes = new Uint8Array(await from.arrayBuffer());
  if (to.headersSent) return;
  to.statusCode = from.status;
  for (const [name, value] of from.headers) {
    if (name === 'set-cookie') to.appendHeader(name, value);
    else to.setHeader(name, value);
  }
  to.end(bytes.length === 0 ? undefined : bytes);
  // What was not read of the body would stand before the next request on the connection.
  request.resume();
}
