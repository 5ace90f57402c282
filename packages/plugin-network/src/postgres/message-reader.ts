import { PlatformError } from '@portcullis/plugin-api';
import { DEFAULT_RESPONSE_LIMIT, responseTooLong } from '../sockets/response-too-long.ts';
import { isErrorOrNotice, isRow, isRowDescription } from './message-forms.ts';

/** The first byte of a message, and its length without this byte. */
const HEADER_LENGTH = 5;
/** Maximum length of an error, of a notice, and of any message during the sign-in. */
const MAX_SHORT_LENGTH = 131_072;

const AUTHENTICATION = 'R'.charCodeAt(0);
const ROW_DESCRIPTION = 'T'.charCodeAt(0);
const ROW = 'D'.charCodeAt(0);
const ERROR = 'E'.charCodeAt(0);
const NOTICE = 'N'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
/** The first bytes of all messages of a server. */
const TYPES: ReadonlySet<number | undefined> = new Set(Buffer.from('RKSZENTDCIAGHWVdcstnv123'));

/** The requests for a proof of identity that `pg` answers. It throws at any other one, where no caller can catch it. */
const OF_DRIVER: readonly number[] = [0, 3, 5, 10, 11, 12];

/** Limits of the messages of a server. */
export interface MessageLimits {
  readonly responseLimit?: number;
  readonly authenticationMethods?: readonly number[];
}

/**
 * Creates the reader of a server's messages: a function that receives each packet, and returns the messages that are
 * complete. Source: PostgreSQL manual, "Message Formats".
 *
 * @throws PlatformError `network` at a message that is not valid, and for a response that is too long; `unsupported` for
 * an unknown sign-in method.
 */
export function createMessageReader({
  responseLimit = DEFAULT_RESPONSE_LIMIT,
  authenticationMethods = [],
}: MessageLimits): (packet: Buffer) => Buffer {
  const known = new Set([...OF_DRIVER, ...authenticationMethods]);
  let packets: Buffer[] = [];
  let size = 0;
  /** The number of bytes until the next message is complete. */
  let needed = HEADER_LENGTH;
  /** The length of the messages since the server was ready for a statement. */
  let received = 0;
  let hasSignedIn = false;
  /** The number of columns of the rows that follow. */
  let columns: number | undefined;

  const check = (type: number | undefined, content: Buffer): void => {
    if (type === ERROR || type === NOTICE) ensure(isErrorOrNotice(content));
    else if (type === AUTHENTICATION) ensureKnown(content, known);
    else if (type === ROW_DESCRIPTION) {
      ensure(isRowDescription(content));
      columns = content.readInt16BE(0);
    } else if (type === ROW) ensure(isRow(content, columns));
    else if (type === READY) hasSignedIn = true;
    received = type === READY ? 0 : received;
  };

  return (packet) => {
    packets.push(packet);
    size += packet.length;
    if (size < needed) return Buffer.alloc(0);
    const bytes = packets.length === 1 ? packet : Buffer.concat(packets, size);
    let at = 0;
    needed = HEADER_LENGTH;
    while (bytes.length - at >= HEADER_LENGTH) {
      const type = bytes[at];
      const length = 1 + bytes.readUInt32BE(at + 1);
      ensure(length >= HEADER_LENGTH && TYPES.has(type));
      if (!hasSignedIn || type === ERROR || type === NOTICE) ensure(length <= MAX_SHORT_LENGTH);
      if (received + length > responseLimit) throw responseTooLong(responseLimit);
      needed = length;
      if (bytes.length - at < length) break;
      received += length;
      check(type, bytes.subarray(at + HEADER_LENGTH, at + length));
      at += length;
      needed = HEADER_LENGTH;
    }
    const rest = bytes.subarray(at);
    packets = rest.length > 0 ? [rest] : [];
    size = rest.length;
    return bytes.subarray(0, at);
  };
}

/** Returns the error for a message that is not valid. */
export function malformedMessage(cause?: unknown): PlatformError {
  return new PlatformError({
    failureClass: 'network',
    message: 'The server sent a message that is not valid in the protocol of PostgreSQL.',
    help: 'Check host and port: another kind of server may listen there.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function ensure(isValid: boolean): void {
  if (!isValid) throw malformedMessage();
}

function ensureKnown(content: Buffer, known: ReadonlySet<number>): void {
  ensure(content.length >= 4);
  const method = content.readInt32BE(0);
  if (known.has(method)) return;
  throw new PlatformError({
    failureClass: 'unsupported',
    message: `The server asks for a sign-in method other than a password that this service knows (${method}).`,
    help: 'Use an account that signs in with a password.',
  });
}
