import { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import { PlatformError } from '@portcullis/plugin-api';
import { digestProof } from '../passwords/salted-digest.ts';
import type { DriverConnection } from './driver.ts';

/** The first byte of a message, and its length without this byte. */
const HEADER_LENGTH = 5;
/** Maximum length of a message during the sign-in. Anything else is left to the driver. */
const MAX_MESSAGE_LENGTH = 65_536;

const AUTHENTICATION = 'R'.charCodeAt(0);
const AUTHENTICATION_OK = 0;
/** The request for the proof of a password that is stored as a digest. Only Amazon Redshift has it. */
export const DIGEST = 13;
const SHA_256 = 0;

/**
 * Lets a connection answer the request for the proof of a password that Amazon Redshift stores as `sha256|…`, which
 * `pg` does not know. Source: JDBC driver of Amazon Redshift, `ConnectionFactoryImpl`, AUTH_REQ_DIGEST.
 */
export function answerDigest(connection: DriverConnection, password: string): void {
  const attach = connection.attachListeners?.bind(connection);
  if (attach) connection.attachListeners = (stream) => attach(withoutDigests(stream, password));
}

/** Returns the messages of a stream, except the requests that are answered here. */
function withoutDigests(stream: Duplex, password: string): Duplex {
  const messages = new EventEmitter();
  let buffered: Buffer = Buffer.alloc(0);
  let isSigningIn = true;
  const read = (chunk: Buffer): void => {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    while (isSigningIn && buffered.length >= HEADER_LENGTH) {
      const length = 1 + buffered.readUInt32BE(1);
      isSigningIn = length >= HEADER_LENGTH && length <= MAX_MESSAGE_LENGTH;
      if (!isSigningIn || buffered.length < length) break;
      const message = buffered.subarray(0, length);
      buffered = buffered.subarray(length);
      const kind = requestOf(message);
      if (kind === DIGEST) answer(stream, message, password);
      else messages.emit('data', message);
      isSigningIn = kind !== AUTHENTICATION_OK;
    }
    if (isSigningIn || buffered.length === 0) return;
    const rest = buffered;
    buffered = Buffer.alloc(0);
    messages.emit('data', rest);
  };
  stream.on('data', (chunk: Buffer) => (isSigningIn ? read(chunk) : messages.emit('data', chunk)));
  stream.on('end', () => messages.emit('end'));
  // The driver only listens to it.
  return messages as unknown as Duplex;
}

/** Returns the kind of a request for a proof of identity; `undefined` for any other message. */
function requestOf(message: Buffer): number | undefined {
  const isRequest = message[0] === AUTHENTICATION && message.length >= HEADER_LENGTH + 4;
  return isRequest ? message.readInt32BE(HEADER_LENGTH) : undefined;
}

function answer(stream: Duplex, message: Buffer, password: string): void {
  let at = HEADER_LENGTH + 4;
  const int32 = (): number => {
    at += 4;
    return message.length < at ? -1 : message.readInt32BE(at - 4);
  };
  const bytes = (): Buffer | undefined => {
    const size = int32();
    at += size;
    return size < 0 || message.length < at ? undefined : message.subarray(at - size, at);
  };
  const [algorithm, salt, serverNonce] = [int32(), bytes(), bytes()];
  if (algorithm !== SHA_256 || !salt || !serverNonce) {
    stream.destroy(unknownMethod(DIGEST));
    return;
  }
  const clientNonce = Buffer.from(String(Date.now()));
  const proof = digestProof(password, { salt, serverNonce, clientNonce });
  const body = [length(proof.length), proof, length(clientNonce.length), clientNonce];
  const size = body.reduce((sum, part) => sum + part.length, 4);
  stream.write(Buffer.concat([Buffer.from('d'), length(size), ...body]));
}

function length(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function unknownMethod(kind: number): PlatformError {
  return new PlatformError({
    failureClass: 'unsupported',
    message: `The server asks for a sign-in method other than a password that this service knows (${kind}).`,
    help: 'Use an account that signs in with a password.',
  });
}
