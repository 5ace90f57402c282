import { z } from 'zod';
import { ownLimitsSchema } from '../../limits/limits-schema.ts';
import type { ColumnType } from '../../ports/store/columns.ts';
import { TABLES, type TableName } from '../../ports/store/tables.ts';

/** The name of the format, in the first line of each file. */
export const TRANSFER_FORMAT = 'portcullis-tenant';
/** The version of the format that this version of the library writes and reads. */
export const TRANSFER_VERSION = 1;

/**
 * The tables of an export in their order: rows precede the rows that they refer to, so that a referenced row is read later than
 * the reference. Deliveries are written with their events. The row of the tenant is in the first line; leases belong to
 * processes. Statistics of deliveries stay behind: they describe the traffic of one instance, and are forgotten after a week.
 */
export const TRANSFER_TABLES = [
  'meta',
  'settings',
  'apiKeys',
  'idempotencyKeys',
  'attempts',
  'events',
  'endpointQueues',
  'subscriptions',
  'secrets',
  'webhooks',
  'integrationKeys',
  'timelineEntries',
  'driftReports',
  'targetClaims',
  'journalEntries',
  'managedObjects',
  'operations',
  'integrations',
] as const satisfies readonly TableName[];

/** Tables whose rows are written only for the owner of a key. */
export type SealedTableName = 'secrets' | 'idempotencyKeys';

/** Returns whether the rows of a table contain sealed values. */
export function isSealedTable(table: TableName): table is SealedTableName {
  return table === 'secrets' || table === 'idempotencyKeys';
}

/** The scheme by which secrets are sealed to the key of the importer. */
export const SEAL_SCHEME = 'X25519-HKDF-SHA256-AES-256-GCM';

/** The first line: the tenant and how its secrets are sealed. */
export const headerSchema = z.strictObject({
  format: z.string(),
  version: z.int(),
  exportedAt: z.int(),
  tenant: z.strictObject({
    id: z.string(),
    name: z.string().nullable(),
    markId: z.string().min(1),
    limits: ownLimitsSchema,
    createdAt: z.int(),
  }),
  /** Null if secrets were omitted; otherwise the public keys of the importer and of the file, as Base64. */
  sealed: z.strictObject({ scheme: z.literal(SEAL_SCHEME), recipient: z.base64(), ephemeral: z.base64() }).nullable(),
});

/** A line with a row. */
export const rowLineSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });

/** The last line. */
export const trailerSchema = z.strictObject({
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  exact: z.boolean(),
  /** SHA-256 of all lines before, hexadecimal. */
  sha256: z.string(),
});

/** The first line of a file. */
export type TransferHeader = z.infer<typeof headerSchema>;
/** The last line of a file. */
export type TransferTrailer = z.infer<typeof trailerSchema>;

/** A row of any table. */
export type AnyRow = Readonly<Record<string, unknown>>;

/** Returns a row as JSON: without its tenant, and with bytes as Base64. */
export function encodeRow(table: TableName, { tenant: _implied, ...row }: AnyRow): AnyRow {
  return mapBytes(table, row, (value) => Buffer.from(value as Uint8Array).toString('base64'));
}

/** Returns the row of a line for a tenant. The store checks its columns. */
export function decodeRow(table: TableName, tenant: string, row: AnyRow): AnyRow {
  const decoded = mapBytes(table, row, (value) => new Uint8Array(Buffer.from(String(value), 'base64')));
  return { ...decoded, tenant };
}

function mapBytes(table: TableName, row: AnyRow, map: (value: unknown) => unknown): AnyRow {
  const columns: Readonly<Record<string, ColumnType>> = TABLES[table].columns;
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    columns[name]?.startsWith('bytes') && value !== null ? map(value) : value,
  ]);
  return Object.fromEntries(entries);
}
