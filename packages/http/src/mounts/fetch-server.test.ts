import { once } from 'node:events';
import { listen } from '../../tests/support/loopback.ts';
import { describeStream } from '../../tests/support/stream-suite.ts';

/** A server for fetch handlers, like the common ones: it makes a `Request` and writes the `Response`. */
describeStream('A server for fetch handlers', ({ handler }) =>
  listen(async (message, response) => {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const { method = 'GET', url = '/', headers } = message;
    const request = new Request(`http://127.0.0.1${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      signal: gone.signal,
    });
    const { status, headers: sent, body } = await handler(request);
    response.writeHead(status, [...sent].flat());
    const reader = body?.getReader();
    response.once('close', () => void reader?.cancel().catch(() => undefined));
    try {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        if (!response.write(read.value)) await once(response, 'drain', { signal: gone.signal });
      }
      response.end();
    } catch {
      response.destroy();
    }
  }),
);
