import type { Socket } from 'node:net';

/** The limit on the bytes that a response of the current socket of a connection may have. */
export interface ResponseLimit {
  /** Counts the bytes of a new socket. */
  watch(socket: Socket): void;
  /** Calls `exceeded` once more than `bytes` have arrived from now on, until the next limit or {@link ResponseLimit.end}. */
  begin(bytes: number, exceeded: () => void): void;
  end(): void;
}

/** Creates a limit that has not begun. */
export function createResponseLimit(): ResponseLimit {
  let current: Socket | undefined;
  let maxBytes = 0;
  let onExceeded: (() => void) | undefined;

  const check = (socket: Socket): void => {
    if (!onExceeded || socket !== current || socket.bytesRead <= maxBytes) return;
    const exceeded = onExceeded;
    onExceeded = undefined;
    exceeded();
  };

  return {
    watch(socket) {
      current = socket.on('readable', () => check(socket));
    },
    begin(bytes, exceeded) {
      maxBytes = (current?.bytesRead ?? 0) + bytes;
      onExceeded = exceeded;
    },
    end() {
      onExceeded = undefined;
    },
  };
}
