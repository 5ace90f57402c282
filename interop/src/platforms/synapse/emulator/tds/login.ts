/** The data of a client when it signs in. */
export interface Login {
  readonly version: number;
  readonly packetSize: number;
  readonly hostName: string;
  readonly userName: string;
  readonly password: string;
  readonly applicationName: string;
  readonly serverName: string;
  readonly database: string;
}

/** The positions of the fields whose offset and length follow the fixed part. Source: [MS-TDS] 2.2.6.4, LOGIN7. */
const FIELD = { hostName: 36, userName: 40, password: 44, applicationName: 48, serverName: 52, database: 68 } as const;

/** Reads LOGIN7. Source: [MS-TDS] 2.2.6.4. */
export function readLogin(content: Buffer): Login {
  const bytes = (at: number): Buffer => {
    const from = content.readUInt16LE(at);
    return content.subarray(from, from + content.readUInt16LE(at + 2) * 2);
  };
  const text = (at: number): string => bytes(at).toString('utf16le');
  return {
    version: content.readUInt32LE(4),
    packetSize: content.readUInt32LE(8),
    hostName: text(FIELD.hostName),
    userName: text(FIELD.userName),
    password: unscramble(bytes(FIELD.password)),
    applicationName: text(FIELD.applicationName),
    serverName: text(FIELD.serverName),
    database: text(FIELD.database),
  };
}

/** A password is sent with the halves of each byte swapped, after an exclusive or with A5. */
function unscramble(bytes: Buffer): string {
  const plain = Buffer.from(bytes).map((byte) => {
    const exchanged = byte ^ 0xa5;
    return ((exchanged & 0x0f) << 4) | (exchanged >> 4);
  });
  return Buffer.from(plain).toString('utf16le');
}
