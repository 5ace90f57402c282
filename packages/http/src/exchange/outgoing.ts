/** An answer, ready to be written. */
export interface Outgoing {
  readonly status: number;
  /** `set-cookie` may stand there more than once. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null where there is no body. */
  readonly content: string | Uint8Array<ArrayBuffer> | null;
}

/** Makes a `Response` of an answer. */
export function responseOf({ status, headers, content }: Outgoing): Response {
  return new Response(content, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
}

/** Takes a `Response` apart. */
export async function outgoingOf(response: Response): Promise<Outgoing> {
  const content = response.body === null ? null : new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: [...response.headers], content };
}
