import { getIntegrationStatus, type PortcullisClient, type ProgressEvent } from '@portcullis/client';

/** Callbacks for the progress of an integration. */
export interface ProgressListeners {
  onEvent(event: ProgressEvent): void;
  /** The connection broke and is being restored. */
  onDisconnected(error: unknown): void;
  /** No more events follow: an operation has ended, or the integration was deleted. */
  onEnd(): void;
}

/** Milliseconds before a stream that the server has closed is opened again. */
const REOPEN_MS = 2000;

const DELETED: readonly string[] = ['deleted', 'disabled'];

/**
 * Follows an integration live. The key goes into a header, which `EventSource` cannot send; the client's own stream
 * can, and resumes after the last event when the connection breaks. When the server closes the stream, because it restarts or
 * the stream is old, another one begins with a snapshot.
 *
 * @returns a function that ends it.
 */
export function follow(client: PortcullisClient, id: number, listeners: ProgressListeners): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const end = () => {
    if (signal.aborted) return;
    controller.abort();
    listeners.onEnd();
  };
  const fail = (error: unknown) => {
    if (!signal.aborted) listeners.onDisconnected(error);
  };
  /** The error of a stream has no code: a refused key and a deleted integration show here. */
  const checkStatus = async () => {
    const { status } = await getIntegrationStatus({ client, path: { id }, signal });
    if (DELETED.includes(status)) end();
  };
  /** Resolves when the server has closed the stream: true if nothing follows. */
  const readStream = async (): Promise<boolean> => {
    let isLast = false;
    const { stream } = await client.sse.get({
      url: '/integrations/{id}/operations',
      path: { id },
      headers: { Accept: 'text/event-stream' },
      signal,
      onSseEvent({ event, data, id: eventId }) {
        if (event === undefined) return;
        const progress = { event, data, id: eventId } as ProgressEvent;
        isLast = endsStream(progress);
        listeners.onEvent(progress);
      },
      onSseError(error) {
        fail(error);
        if (!signal.aborted) checkStatus().catch(fail);
      },
    });
    for await (const _ of stream) if (signal.aborted) break;
    return isLast;
  };
  const run = async () => {
    while (!signal.aborted) {
      if (await readStream()) return end();
      await pause(REOPEN_MS, signal);
    }
  };
  run().catch(fail);
  return () => controller.abort();
}

function endsStream({ event, data }: ProgressEvent): boolean {
  if (event === 'snapshot') return DELETED.includes(data.status);
  return event === 'operation' && data.status !== 'running';
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
