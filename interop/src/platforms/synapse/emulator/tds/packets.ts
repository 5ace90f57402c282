/** The supported kinds of messages. Source: [MS-TDS] 2.2.3.1.1, Type. */
export const MESSAGE = {
  batch: 0x01,
  response: 0x04,
  attention: 0x06,
  login: 0x10,
  prelogin: 0x12,
} as const;

/** A whole message: its kind and the contents of its packets. */
export interface Message {
  readonly kind: number;
  readonly content: Buffer;
}

const HEADER = 8;
const LAST = 0x01;

/** Splits a message into packets. Source: [MS-TDS] 2.2.3.1, Packet Header. */
export function packetsOf({ kind, content }: Message, packetSize = 4096): Buffer {
  const packets: Buffer[] = [];
  const room = packetSize - HEADER;
  for (let from = 0; from === 0 || from < content.length; from += room) {
    const part = content.subarray(from, from + room);
    const header = Buffer.alloc(HEADER);
    header.writeUInt8(kind, 0);
    header.writeUInt8(from + room >= content.length ? LAST : 0, 1);
    header.writeUInt16BE(part.length + HEADER, 2);
    header.writeUInt8((packets.length + 1) & 255, 6);
    packets.push(header, part);
  }
  return Buffer.concat(packets);
}

/** Assembles messages from the received bytes, and passes them to a handler. */
export function createMessageReader(hand: (message: Message) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= HEADER && rest.length >= rest.readUInt16BE(2)) {
      const size = rest.readUInt16BE(2);
      const [kind, status] = [rest.readUInt8(0), rest.readUInt8(1)];
      parts.push(rest.subarray(HEADER, size));
      rest = rest.subarray(size);
      if ((status & LAST) === 0) continue;
      const content = Buffer.concat(parts);
      parts = [];
      hand({ kind, content });
    }
  };
}
