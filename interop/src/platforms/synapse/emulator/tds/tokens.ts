import type { Refusal } from '../engine/refusal.ts';

/** The flags of DONE for the end of a statement. Source: [MS-TDS] 2.2.7.6, Status. */
export const DONE_STATUS = { final: 0x00, more: 0x01, error: 0x02, count: 0x10, attention: 0x20 } as const;

/** Text after its length in characters, in one byte or two. */
export function counted(text: string, bytes: 1 | 2): Buffer {
  const head = Buffer.alloc(bytes);
  head.writeUIntLE(text.length, 0, bytes);
  return Buffer.concat([head, Buffer.from(text, 'utf16le')]);
}

function sized(token: number, content: Buffer): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(token, 0);
  head.writeUInt16LE(content.length, 1);
  return Buffer.concat([head, content]);
}

/** The sign-in succeeded. Source: [MS-TDS] 2.2.7.14, LOGINACK. */
export function loginAcknowledged(version: number): Buffer {
  const tds = Buffer.alloc(5);
  tds.writeUInt8(1, 0);
  tds.writeUInt32BE(version, 1);
  return sized(0xad, Buffer.concat([tds, counted('Microsoft SQL Server', 1), Buffer.from([12, 0, 0x07, 0xd0])]));
}

/** A change of the session: its database (1) or its packet size (4). Source: [MS-TDS] 2.2.7.9, ENVCHANGE. */
export function environmentChanged(type: 1 | 4, value: string, before: string): Buffer {
  return sized(0xe3, Buffer.concat([Buffer.from([type]), counted(value, 1), counted(before, 1)]));
}

/** A refusal or a message. Source: [MS-TDS] 2.2.7.10, ERROR, and 2.2.7.13, INFO. */
export function messageToken({ number, state, severity, message }: Refusal, server: string): Buffer {
  const head = Buffer.alloc(6);
  head.writeInt32LE(number, 0);
  head.writeUInt8(state, 4);
  head.writeUInt8(severity, 5);
  const line = Buffer.alloc(4);
  line.writeUInt32LE(1, 0);
  const content = Buffer.concat([head, counted(message, 2), counted(server, 1), counted('', 1), line]);
  return sized(severity > 10 ? 0xaa : 0xab, content);
}

/** The end of a statement of a batch. Source: [MS-TDS] 2.2.7.6, DONE. */
export function done(status: number, rows = 0): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt8(0xfd, 0);
  content.writeUInt16LE(status, 1);
  content.writeBigUInt64LE(BigInt(rows), 5);
  return content;
}
