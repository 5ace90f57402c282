import type { SessionMessage } from '../session-proxy/create-session-proxy.ts';

/** The code of the request for TLS, which comes before the start-up message. Source: PostgreSQL manual, "Message Formats". */
const TLS_REQUEST = 80_877_103;

/**
 * Creates a function that takes the data of one side, in pieces, and returns the complete messages with their letters.
 * The first message of a client and the response to a request for TLS have no letter.
 */
export function createMessageSplitter(sender: 'client' | 'server'): (chunk: Buffer) => readonly SessionMessage[] {
  let rest: Buffer = Buffer.alloc(0);
  let isStarting = sender === 'client';

  const next = (): SessionMessage | undefined => {
    const headLength = isStarting ? 0 : 1;
    // "N", no TLS, is the one message without a length; notices have the same letter, and a length.
    if (sender === 'server' && rest.length === 1 && rest[0] === 0x4e) return take(1, '');
    if (rest.length < headLength + 4) return undefined;
    const length = headLength + rest.readInt32BE(headLength);
    if (rest.length < length) return undefined;
    const isTlsRequest = isStarting && length === 8 && rest.readInt32BE(4) === TLS_REQUEST;
    const type = isStarting ? '' : String.fromCharCode(rest[0] as number);
    isStarting &&= isTlsRequest;
    return take(length, type);
  };
  const take = (length: number, type: string): SessionMessage => {
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length);
    return { type, bytes };
  };

  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: SessionMessage[] = [];
    for (let message = next(); message; message = next()) messages.push(message);
    return messages;
  };
}
