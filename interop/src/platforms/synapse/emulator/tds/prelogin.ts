/** The encryption values of both sides. Source: [MS-TDS] 2.2.6.5, ENCRYPTION. */
export const ENCRYPTION = { off: 0, on: 1, notSupported: 2, required: 3 } as const;

const OPTION = { version: 0, encryption: 1, instance: 2, thread: 3, mars: 4, end: 0xff } as const;

/** The requested encryption of a client. */
export function readEncryption(prelogin: Buffer): number {
  for (let at = 0; at + 5 <= prelogin.length && prelogin.readUInt8(at) !== OPTION.end; at += 5)
    if (prelogin.readUInt8(at) === OPTION.encryption) return prelogin.readUInt8(prelogin.readUInt16BE(at + 1));
  return ENCRYPTION.notSupported;
}

/** The response to PRELOGIN. Source: [MS-TDS] 2.2.6.5. The version is that of a dedicated SQL pool. */
export function writePrelogin(encryption: number): Buffer {
  const options: readonly (readonly [number, Buffer])[] = [
    [OPTION.version, Buffer.from([12, 0, 0x07, 0xd0, 0, 0])],
    [OPTION.encryption, Buffer.from([encryption])],
    [OPTION.instance, Buffer.from([0])],
    [OPTION.thread, Buffer.alloc(0)],
    [OPTION.mars, Buffer.from([0])],
  ];
  let offset = options.length * 5 + 1;
  const heads = options.map(([token, data]) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(token, 0);
    head.writeUInt16BE(offset, 1);
    head.writeUInt16BE(data.length, 3);
    offset += data.length;
    return head;
  });
  return Buffer.concat([...heads, Buffer.from([OPTION.end]), ...options.map(([, data]) => data)]);
}
