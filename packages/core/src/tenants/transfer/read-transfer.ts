import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { TableName } from '../../ports/store/tables.ts';
import {
  type AnyRow,
  headerSchema,
  rowLineSchema,
  TRANSFER_FORMAT,
  TRANSFER_TABLES,
  TRANSFER_VERSION,
  type TransferHeader,
  type TransferTrailer,
  trailerSchema,
} from './transfer-format.ts';

/** Tables whose rows a file may contain. */
const KNOWN_TABLES: ReadonlySet<string> = new Set([...TRANSFER_TABLES, 'deliveries']);

/** A row of a file. */
export interface TransferRow {
  readonly table: TableName;
  readonly row: AnyRow;
  /** The number of characters of its line. */
  readonly length: number;
}

/** A file that is being read. */
export interface Transfer {
  readonly header: TransferHeader;
  /** Yields the rows, once. Returns the trailer, after a comparison with all lines before it. */
  rows(): AsyncGenerator<TransferRow, TransferTrailer>;
}

/**
 * Reads the first line of a file.
 *
 * @param lines - its lines, from `readLines`.
 * @throws ServiceError `EXPORT_CORRUPTED`, `EXPORT_VERSION_UNKNOWN`. Reading the rows throws the same errors, also if the file ends
 * too early.
 */
export async function openTransfer(lines: AsyncIterator<string>): Promise<Transfer> {
  const hash = createHash('sha256');
  const next = async (): Promise<string | undefined> => {
    const { value, done } = await lines.next().catch((cause: unknown) => {
      if (cause instanceof TypeError || cause instanceof RangeError)
        throw corruptedExport('it is not a text file', cause);
      throw cause;
    });
    return done ? undefined : value;
  };

  const first = await next();
  const header = headerOf(first);
  hash.update(`${first}\n`);
  return { header, rows };

  async function* rows(): AsyncGenerator<TransferRow, TransferTrailer> {
    const counts: Record<string, number> = {};
    for (;;) {
      const line = await next();
      if (line === undefined) throw corruptedExport('it ends too early');
      const value = parse(line);
      if (!('table' in value)) {
        const trailer = matching(trailerSchema, value);
        if (trailer.sha256 !== hash.digest('hex')) throw corruptedExport('its lines are not those that were written');
        if (!isSame(trailer.rows, counts)) throw corruptedExport('its rows are not those that were written');
        for (let rest = await next(); rest !== undefined; rest = await next()) {
          if (rest !== '') throw corruptedExport('it continues after its last line');
        }
        return trailer;
      }
      hash.update(`${line}\n`);
      const { table, row } = matching(rowLineSchema, value);
      if (!KNOWN_TABLES.has(table)) throw corruptedExport(`it has rows of ${JSON.stringify(table.slice(0, 100))}`);
      counts[table] = (counts[table] ?? 0) + 1;
      yield { table: table as TableName, row, length: line.length };
    }
  }
}

/** Returns the error for a file that cannot be trusted. */
export function corruptedExport(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('EXPORT_CORRUPTED', `The export of a tenant is corrupted: ${reason}.`, { cause });
}

function headerOf(line: string | undefined): TransferHeader {
  if (line === undefined) throw corruptedExport('it is empty');
  const value = parse(line) as { readonly format?: unknown; readonly version?: unknown };
  if (value.format !== TRANSFER_FORMAT) throw corruptedExport('its first line is not that of an export');
  if (value.version === TRANSFER_VERSION) return matching(headerSchema, value);
  const message = `The export has version ${JSON.stringify(value.version) ?? 'none'} of the format; this version of the library reads version ${TRANSFER_VERSION}.`;
  throw new ServiceError('EXPORT_VERSION_UNKNOWN', message);
}

function parse(line: string): object {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw corruptedExport('a line is not JSON', cause);
  }
  throw corruptedExport('a line is not an object');
}

function matching<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: false });
  if (parsed.success) return parsed.data;
  throw corruptedExport('a line does not have the expected form', parsed.error);
}

function isSame(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  const tables = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...tables].every((table) => (one[table] ?? 0) === (other[table] ?? 0));
}
