/** A response that is ready to be written. */
export interface Outgoing {
  readonly status: number;
  /** `set-cookie` may occur more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null without a body; a stream for a streamed body. */
  readonly content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Converts a response to a `Response`. */
export function responseOf({ status, headers, content }: Outgoing): Response {
  return new Response(content, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}

/** Converts a `Response`. A stream of events never ends by itself and stays a stream. */
export async function outgoingOf(response: Response): Promise<Outgoing> {
  const { status, body } = response;
  const headers = [...response.headers];
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return { status, headers, content: body };
  return { status, headers, content: body === null ? null : new Uint8Array(await response.arrayBuffer()) };
}
