import { Duplex } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { createMessageReader, MESSAGE, packetsOf } from './packets.ts';

const APPLICATION_DATA = 0x17;

/** TLS inside TDS. */
interface TlsTunnel {
  /** The decrypted side of TLS, for reading and writing. */
  readonly secured: TLSSocket;
  /** Bytes from the network. */
  receive(bytes: Buffer): void;
}

/**
 * TLS whose handshake is inside PRELOGIN messages, and whose later records are sent directly. Source: [MS-TDS] 2.2.6.5,
 * PRELOGIN, and 3.3.5.2, TLS/SSL Negotiation: one message from the server for each of the client's, TLS 1.2 at most.
 */
export function createTlsTunnel(secureContext: SecureContext, send: (bytes: Buffer) => void): TlsTunnel {
  let flight: Buffer[] = [];
  let isBare = false;
  let isDone = false;
  const wire = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      isDone ||= bytes.readUInt8(0) === APPLICATION_DATA;
      if (isDone) {
        send(bytes);
      } else {
        if (flight.length === 0)
          setImmediate(() => {
            send(packetsOf({ kind: MESSAGE.prelogin, content: Buffer.concat(flight) }));
            flight = [];
          });
        flight.push(bytes);
      }
      done();
    },
  });
  const unwrap = createMessageReader(({ content }) => wire.push(content));
  return {
    secured: new TLSSocket(wire, { isServer: true, secureContext }),
    receive(bytes) {
      isBare ||= bytes.length > 0 && bytes.readUInt8(0) !== MESSAGE.prelogin;
      if (isBare) wire.push(bytes);
      else unwrap(bytes);
    },
  };
}
