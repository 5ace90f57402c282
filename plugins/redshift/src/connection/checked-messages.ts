import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { PlatformError } from '@portcullis/plugin-api';
import type { DriverConnection } from './driver.ts';

/** The first byte of a message, and its length without this byte. */
const HEADER_LENGTH = 5;
/** Maximum length of an error or a notice. */
const MAX_LENGTH = 131_072;
const ERROR = 'E'.charCodeAt(0);
const NOTICE = 'N'.charCodeAt(0);

/**
 * Checks the errors and notices that a connection receives. `pg` looks for the end of their fields without a limit, so that one without an
 * end would stop the whole process: the host of a config may be any server. Source: PostgreSQL manual, "Message Formats".
 */
export function checkMessages(connection: DriverConnection): void {
  const attach = connection.attachListeners?.bind(connection);
  if (attach) connection.attachListeners = (stream) => attach(checkedMessages(stream));
}

/** Returns the messages of a stream, which is closed at the first malformed one. */
function checkedMessages(stream: Duplex): Duplex {
  const messages = new EventEmitter();
  /** The beginning of a message whose header is incomplete, or which has to be complete for its check. */
  let waiting: Buffer = Buffer.alloc(0);
  /** The number of bytes of a message that are still passed on unchecked. */
  let unchecked = 0;
  let isRefused = false;

  const pass = (bytes: Buffer): void => {
    if (bytes.length > 0) messages.emit('data', bytes);
  };
  const read = (chunk: Buffer): void => {
    let bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    waiting = Buffer.alloc(0);
    let checked = 0;
    while (checked < bytes.length) {
      if (unchecked > 0) {
        const count = Math.min(unchecked, bytes.length - checked);
        unchecked -= count;
        checked += count;
        continue;
      }
      if (bytes.length - checked < HEADER_LENGTH) break;
      const length = 1 + bytes.readUInt32BE(checked + 1);
      const type = bytes[checked];
      if (length < HEADER_LENGTH) {
        refuse();
        return;
      }
      if (type !== ERROR && type !== NOTICE) {
        unchecked = length;
        continue;
      }
      const isComplete = bytes.length - checked >= length;
      if (
        length > MAX_LENGTH ||
        (isComplete && !hasFields(bytes.subarray(checked + HEADER_LENGTH, checked + length)))
      ) {
        refuse();
        return;
      }
      if (!isComplete) break;
      checked += length;
    }
    waiting = bytes.subarray(checked);
    bytes = bytes.subarray(0, checked);
    pass(bytes);
  };
  const refuse = (): void => {
    isRefused = true;
    stream.destroy(malformed());
  };

  stream.on('data', (chunk: Buffer) => {
    if (!isRefused) read(chunk);
  });
  stream.on('end', () => messages.emit('end'));
  const { write, destroy } = stream;
  // The driver listens to it, and the sign-in answers and ends it.
  return Object.assign(messages, { write: write.bind(stream), destroy: destroy.bind(stream) }) as unknown as Duplex;
}

/** Returns whether a content consists of fields, each a letter and a text with a zero at its end, and a last zero. */
function hasFields(content: Buffer): boolean {
  let at = 0;
  while (at < content.length && content[at] !== 0) {
    const end = content.indexOf(0, at + 1);
    if (end < 0) return false;
    at = end + 1;
  }
  return at < content.length;
}

function malformed(): PlatformError {
  return new PlatformError({
    failureClass: 'network',
    message: 'The server sent a message that is not valid in the protocol of PostgreSQL.',
    help: 'Check that the host is the endpoint of a cluster.',
  });
}
