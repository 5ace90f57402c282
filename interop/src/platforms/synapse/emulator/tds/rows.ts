import { counted } from './tokens.ts';

/** A value of a cell. */
export type Value = string | number | boolean | Date | Uint8Array | null;

/** The types of transmitted values. */
export type ColumnType =
  | 'bit'
  | 'int'
  | 'bigint'
  | 'smallint'
  | 'tinyint'
  | 'float'
  | 'nvarchar'
  | 'datetime'
  | 'varbinary';

/** A column of a result. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}

/** The collation of the server, SQL_Latin1_General_CP1_CI_AS. Source: [MS-TDS] 2.2.5.1.2, Collation Rule Definition. */
const COLLATION = Buffer.from([0x09, 0x04, 0xd0, 0x00, 0x34]);
const EPOCH = Date.UTC(1900, 0, 1);
const DAY = 86_400_000;

/**
 * The declaration of a type and the encoding of its values. Source: [MS-TDS] 2.2.5.4, Data Type Definitions, and 2.2.5.5.
 */
interface Format {
  readonly declaration: Buffer;
  write(value: Exclude<Value, null>): Buffer;
  readonly absent: Buffer;
}

function integer(size: 1 | 2 | 4 | 8): Format {
  return {
    declaration: Buffer.from([0x26, size]),
    absent: Buffer.from([0]),
    write(value) {
      const bytes = Buffer.alloc(9);
      bytes.writeUInt8(size, 0);
      bytes.writeBigInt64LE(BigInt(Number(value)), 1);
      return bytes.subarray(0, size + 1);
    },
  };
}

/** Values longer than 8,000 bytes travel in chunks. Source: [MS-TDS] 2.2.5.2.3, Partially Length-prefixed Bytes. */
function chunked(content: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeBigUInt64LE(BigInt(content.length), 0);
  head.writeUInt32LE(content.length, 8);
  return Buffer.concat(content.length === 0 ? [head] : [head, content, Buffer.alloc(4)]);
}

const FORMATS: Readonly<Record<ColumnType, Format>> = {
  bit: {
    declaration: Buffer.from([0x68, 1]),
    absent: Buffer.from([0]),
    write: (value) => Buffer.from([1, value ? 1 : 0]),
  },
  tinyint: integer(1),
  smallint: integer(2),
  int: integer(4),
  bigint: integer(8),
  float: {
    declaration: Buffer.from([0x6d, 8]),
    absent: Buffer.from([0]),
    write(value) {
      const bytes = Buffer.alloc(9);
      bytes.writeUInt8(8, 0);
      bytes.writeDoubleLE(Number(value), 1);
      return bytes;
    },
  },
  datetime: {
    declaration: Buffer.from([0x6f, 8]),
    absent: Buffer.from([0]),
    write(value) {
      const since = (value instanceof Date ? value : new Date(String(value))).getTime() - EPOCH;
      const bytes = Buffer.alloc(9);
      bytes.writeUInt8(8, 0);
      bytes.writeInt32LE(Math.floor(since / DAY), 1);
      bytes.writeUInt32LE(Math.round(((since % DAY) * 300) / 1000), 5);
      return bytes;
    },
  },
  nvarchar: {
    declaration: Buffer.concat([Buffer.from([0xe7, 0xff, 0xff]), COLLATION]),
    absent: Buffer.alloc(8, 0xff),
    write: (value) => chunked(Buffer.from(String(value), 'utf16le')),
  },
  varbinary: {
    declaration: Buffer.from([0xa5, 0xff, 0xff]),
    absent: Buffer.alloc(8, 0xff),
    write: (value) => chunked(Buffer.from(value as Uint8Array)),
  },
};

/** The columns of a result. Source: [MS-TDS] 2.2.7.4, COLMETADATA. */
export function columnsToken(columns: readonly Column[]): Buffer {
  const head = Buffer.alloc(3);
  head.writeUInt8(0x81, 0);
  head.writeUInt16LE(columns.length, 1);
  const described = columns.map(({ name, type }) =>
    Buffer.concat([Buffer.from([0, 0, 0, 0, 0x01, 0x00]), FORMATS[type].declaration, counted(name, 1)]),
  );
  return Buffer.concat([head, ...described]);
}

/** A row of a result. Source: [MS-TDS] 2.2.7.19, ROW. */
export function rowToken(columns: readonly Column[], row: readonly Value[]): Buffer {
  const cells = columns.map(({ type }, index) => {
    const value = row[index] ?? null;
    return value === null ? FORMATS[type].absent : FORMATS[type].write(value);
  });
  return Buffer.concat([Buffer.from([0xd1]), ...cells]);
}
