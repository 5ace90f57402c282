/** A batch that a client sends. */
export interface Request {
  readonly text: string;
}

/** Reads the text of a batch. Source: [MS-TDS] 2.2.6.7, SQLBatch; 2.2.5.3, ALL_HEADERS. */
export function readBatch(content: Buffer): Request {
  return { text: content.subarray(content.readUInt32LE(0)).toString('utf16le') };
}
