/** An answer, ready to be written. */
export interface Outgoing {
  readonly status: number;
  /** `set-cookie` may stand there more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null where there is no body; a stream where it comes bit by bit. */
  readonly content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
}

/** Makes a `Response` of an answer. */
export function responseOf({ status, headers, content }: Outgoing): Response {
  return new Response(content, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
}

/** Takes a `Response` apart. A stream of events never ends of itself and stays a stream. */
export async function outgoingOf(response: Response): Promise<Outgoing> {
  const { status, body } = response;
  const headers = [...response.headers];
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) return { status, headers, content: body };
  return { status, headers, content: body === null ? null : new Uint8Array(await response.arrayBuffer()) };
}
