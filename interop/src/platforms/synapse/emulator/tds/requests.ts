import type { Value } from './rows.ts';

/** A statement that a client sends, with the values of its parameters by name (`@name`, in lower case). */
export interface Request {
  readonly text: string;
  readonly parameters: ReadonlyMap<string, Value>;
}

/** Reads the text of a batch. Source: [MS-TDS] 2.2.6.7, SQLBatch; 2.2.5.3, ALL_HEADERS. */
export function readBatch(content: Buffer): Request {
  return { text: content.subarray(content.readUInt32LE(0)).toString('utf16le'), parameters: new Map() };
}

const SP_EXECUTESQL = 10;

/** Reads a call of sp_executesql, the only procedure that is called by number. Source: [MS-TDS] 2.2.6.6, RPC Request. */
export function readProcedureCall(content: Buffer): Request {
  const reader = createReader(content, content.readUInt32LE(0));
  const length = reader.number(2);
  const id = length === 0xffff ? reader.number(2) : 0;
  const procedure = length === 0xffff ? '' : reader.text(length);
  if (id !== SP_EXECUTESQL && procedure.toLowerCase() !== 'sp_executesql')
    throw new Error(`No procedure ${procedure || id} is known to this server.`);
  reader.number(2);
  const given: (readonly [string, Value])[] = [];
  while (reader.hasMore()) {
    const name = reader.text(reader.number(1)).toLowerCase();
    reader.number(1);
    given.push([name, readValue(reader)]);
  }
  // The statement, the declarations of its parameters, and then their values.
  return { text: String(given[0]?.[1] ?? ''), parameters: new Map(given.slice(2)) };
}

type Reader = ReturnType<typeof createReader>;

function createReader(content: Buffer, start: number) {
  let at = start;
  const bytes = (length: number): Buffer => {
    at += length;
    return content.subarray(at - length, at);
  };
  return {
    bytes,
    number: (size: number): number => bytes(size).readUIntLE(0, size),
    text: (characters: number): string => bytes(characters * 2).toString('utf16le'),
    hasMore: () => at < content.length,
  };
}

/** Reads TYPE_INFO and the value behind it. Source: [MS-TDS] 2.2.5.6, Type Info Rule Definition. */
function readValue(reader: Reader): Value {
  const type = reader.number(1);
  if (type === 0x26 || type === 0x68 || type === 0x6d) {
    reader.number(1);
    const bytes = reader.bytes(reader.number(1));
    if (bytes.length === 0) return null;
    if (type === 0x68) return bytes.readUInt8(0) === 1;
    if (type === 0x6d) return bytes.readDoubleLE(0);
    return bytes.length === 8 ? Number(bytes.readBigInt64LE(0)) : bytes.readIntLE(0, bytes.length);
  }
  const isText = type === 0xe7 || type === 0xa7;
  if (!isText && type !== 0xa5) throw new Error(`A parameter of type ${type} is not known to this server.`);
  const most = reader.number(2);
  if (isText) reader.bytes(5);
  const content = most === 0xffff ? readChunks(reader) : readSized(reader);
  return content === null ? null : isText ? content.toString(type === 0xe7 ? 'utf16le' : 'latin1') : content;
}

function readSized(reader: Reader): Buffer | null {
  const length = reader.number(2);
  return length === 0xffff ? null : reader.bytes(length);
}

function readChunks(reader: Reader): Buffer | null {
  if (reader.bytes(8).readBigUInt64LE(0) === 0xffff_ffff_ffff_ffffn) return null;
  const chunks: Buffer[] = [];
  for (let size = reader.number(4); size > 0; size = reader.number(4)) chunks.push(reader.bytes(size));
  return Buffer.concat(chunks);
}
