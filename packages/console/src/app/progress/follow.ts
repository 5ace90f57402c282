import type { PortcullisClient, ProgressEvent } from '@portcullis/client';

/** Callbacks for the progress of an integration. */
export interface Followers {
  onEvent(event: ProgressEvent): void;
  /** The connection broke and is being restored. */
  onBroken(error: unknown): void;
  /** The server has closed the stream: the operation has ended, or the integration was deleted. */
  onEnd(): void;
}

/**
 * Follows an integration live. The key goes into a header, which `EventSource` cannot send; the client's own stream
 * can, and resumes after the last event when the connection breaks.
 *
 * @returns a function that ends it.
 */
export function follow(client: PortcullisClient, id: number, followers: Followers): () => void {
  const controller = new AbortController();
  const run = async () => {
    const { stream } = await client.sse.get({
      url: '/integrations/{id}/operations',
      path: { id },
      headers: { Accept: 'text/event-stream' },
      signal: controller.signal,
      onSseEvent({ event, data, id: eventId }) {
        if (event !== undefined) followers.onEvent({ event, data, id: eventId } as ProgressEvent);
      },
      onSseError(error) {
        if (!controller.signal.aborted) followers.onBroken(error);
      },
    });
    for await (const _ of stream) if (controller.signal.aborted) return;
    if (!controller.signal.aborted) followers.onEnd();
  };
  run().catch((error: unknown) => {
    if (!controller.signal.aborted) followers.onBroken(error);
  });
  return () => controller.abort();
}
