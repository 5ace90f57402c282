/**
 * A web server that responds to each request with an empty 200. Each endpoint has its own port, and therefore its own
 * connections.
 */
export interface Receiver {
  /** The name of the receiver in the report. */
  readonly name: string;
  readonly urls: readonly string[];
  /** The `webhook-id` and the port of every request since the last call. */
  received(atLeast: number): Promise<readonly string[]>;
  /** The arrival time of the last of these, in milliseconds since 1970. */
  lastArrivalAt(): Promise<number>;
  stop(): Promise<void>;
}

/** Milliseconds without a request after which the rest counts as missing. On a busy machine, contenders pause for seconds. */
const TIMEOUT_MS = 60_000;
const SCAN_MS = 50;

/** Repeats the query until there are enough ids, or until no more arrive. */
export async function gather(
  atLeast: number,
  look: () => Promise<readonly string[]> | readonly string[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  let deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const more = await look();
    for (const id of more) ids.push(id);
    if (more.length > 0) deadline = performance.now() + TIMEOUT_MS;
    if (ids.length >= atLeast || performance.now() > deadline) return ids;
    await new Promise((resolve) => setTimeout(resolve, SCAN_MS));
  }
}
