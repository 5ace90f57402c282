import { expectEqual } from './expect.ts';

/** A response with its body read. */
interface ReceivedResponse<Body> {
  readonly headers: Headers;
  readonly body: Body;
}

/** Optional parts of a request. */
interface RequestExtras {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the request prints no line, for example while polling. */
  readonly quiet?: boolean;
}

/** Sends a request, and fails when the response does not have the expected status code. */
export type Client = <Body>(line: string, status: number, extras?: RequestExtras) => Promise<ReceivedResponse<Body>>;

/** Creates a client with an API key. `line` is a method and a path: `GET /integrations`. */
export function createClient(baseUrl: string, key: string, print: (line: string) => void): Client {
  return async <Body>(line: string, status: number, { body, headers, quiet }: RequestExtras = {}) => {
    const [method = 'GET', path = '/'] = line.split(' ');
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: key, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!quiet) print(`${line} -> ${response.status}`);
    expectEqual(`${line} answers ${status}; the response was: ${text.slice(0, 2_000)}`, response.status, status);
    const isJson = response.headers.get('content-type')?.includes('json');
    return { headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  };
}
