/**
 * A web server that answers every request with an empty 200. It has one port for each endpoint, so each has its own
 * connections.
 */
export interface Receiver {
  /** The name of the receiver in the report. */
  readonly name: string;
  readonly urls: readonly string[];
  /** The `webhook-id` and the port of every request since the last call. */
  received(atLeast: number): Promise<readonly string[]>;
  /** When the last one of these came, in milliseconds since 1970. */
  lastArrivalAt(): Promise<number>;
  stop(): Promise<void>;
}

/** Milliseconds that the last requests may take to be seen. */
const TIMEOUT_MS = 5000;
const SCAN_MS = 50;

/** Repeats the request until there are enough ids, or no more arrive. */
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
