import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { AllTenantsStore, AllTenantsTransaction } from '../../ports/store/store.ts';
import { StoreConflictError } from '../../ports/store/store-conflict-error.ts';
import { StoreError } from '../../ports/store/store-error.ts';
import type { TableName } from '../../ports/store/tables.ts';
import { seal } from '../../security/seal/seal.ts';
import { sealingKeyOf } from '../../security/seal/sealing-key.ts';
import type { ImportClaim } from './import-claim.ts';
import type { ImportClaims } from './import-claims.ts';
import { readLines, type TransferSource } from './read-lines.ts';
import { corruptedExport, openTransfer, type TransferRow } from './read-transfer.ts';
import { bindingOf } from './sealed-rows.ts';
import { decodeRow, isSealedTable } from './transfer-format.ts';
import { createTransferOpener, type TransferKey, type TransferOpener } from './transfer-seal.ts';

/** Maximum number of rows in one transaction, because a large one would delay other tenants. */
const SLICE = 200;
/** Characters of the lines of a transaction after which the next one begins: databases limit the length of a statement. */
const SLICE_LENGTH = 2_000_000;

/** Dependencies of {@link importTenant}. */
export interface ImportDependencies {
  readonly store: AllTenantsStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly secretKeys: SecretKeys;
  readonly claims: ImportClaims;
  /** @throws ServiceError `TENANT_ID_INVALID` */
  readonly checkId: (id: unknown) => string;
}

/** The result of an import. */
export interface TenantImport {
  readonly id: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** False if the file has no secrets, so that the imported tenant has none. */
  readonly secrets: boolean;
  /** True if the tenant was suspended during the whole export, so that it did not change. */
  readonly exact: boolean;
}

/**
 * Imports a tenant, in slices under a claim, and makes it visible at the end. After an earlier failure, no rows remain.
 *
 * @throws ServiceError `EXPORT_CORRUPTED`, `EXPORT_VERSION_UNKNOWN`, `EXPORT_KEY_WRONG`, `TENANT_ID_INVALID`, `TENANT_EXISTS`,
 * `TENANT_IN_USE`, `IMPORT_CONFLICT`
 */
export async function importTenant(
  dependencies: ImportDependencies,
  source: TransferSource,
  privateKey: TransferKey | undefined,
): Promise<TenantImport> {
  const lines = readLines(source);
  try {
    return await importLines(dependencies, lines, privateKey);
  } finally {
    // A stream that was not read to its end would keep its file or its connection open.
    await lines.return(undefined);
  }
}

async function importLines(
  dependencies: ImportDependencies,
  lines: AsyncIterator<string>,
  privateKey: TransferKey | undefined,
): Promise<TenantImport> {
  const { claims, checkId } = dependencies;
  const transfer = await openTransfer(lines);
  const { tenant: moved, sealed } = transfer.header;
  const id = checkId(moved.id);
  const opener = sealed ? createTransferOpener(sealed, privateKey) : undefined;
  const claim = await claims.begin({ ...moved, id });
  try {
    const incoming = transfer.rows();
    const counts: Record<string, number> = {};
    let slice: TransferRow[] = [];
    let length = 0;
    const write = async (): Promise<void> => {
      const [first] = slice;
      if (!first) return;
      const rows = await Promise.all(slice.map((each) => ownRow(dependencies, id, each, opener)));
      await claim
        .within((open) => restore(open, first.table, rows))
        .catch(async (error: unknown) => {
          // A corrupted file may contain a row twice.
          if (ServiceError.isInstance(error) && error.code === 'IMPORT_CONFLICT') await readToEnd(incoming);
          throw error;
        });
      counts[first.table] = (counts[first.table] ?? 0) + rows.length;
      slice = [];
      length = 0;
    };
    let next = await incoming.next();
    for (; !next.done; next = await incoming.next()) {
      const isFull = slice.length === SLICE || length + next.value.length > SLICE_LENGTH;
      if (isFull || (slice[0] && slice[0].table !== next.value.table)) await write();
      slice.push(next.value);
      length += next.value.length;
    }
    await write();
    await claim.finish();
    return { id, rows: counts, secrets: sealed !== null, exact: next.value.exact };
  } catch (error) {
    await abandon(claim, error);
    throw error;
  }
}

/** @throws ServiceError `EXPORT_CORRUPTED` */
async function readToEnd(rows: AsyncIterator<TransferRow>): Promise<void> {
  while (!(await rows.next()).done);
}

/** If this fails as well, the next start or import removes the remaining rows. */
async function abandon(claim: ImportClaim, error: unknown): Promise<void> {
  try {
    await claim.abandon();
  } catch (cause) {
    throw new AggregateError([error, cause], 'An import failed, and so did removing what it had written.');
  }
}

/** Returns a row for this instance, with secrets sealed with its own key. */
async function ownRow(
  { secretKeys, random }: ImportDependencies,
  tenant: string,
  { table, row }: TransferRow,
  open: TransferOpener | undefined,
): Promise<object> {
  if (table === 'operations' && row.status === 'running')
    throw corruptedExport('it contains an operation that is running');
  const decoded = decodeRow(table, tenant, row);
  if (!isSealedTable(table)) return decoded;
  if (!open) throw corruptedExport('it has sealed secrets, but does not name their key');
  const binding = bindingOf(table, tenant, row);
  const keyId = await sealingKeyOf(secretKeys, tenant);
  const text = textOf(open, decoded.sealed, binding);
  return { ...decoded, keyId, sealed: await seal(text, binding, keyId, { secretKeys, random }) };
}

function textOf(open: TransferOpener, sealed: unknown, binding: string): string {
  try {
    return open(sealed as Uint8Array, binding);
  } catch (cause) {
    throw corruptedExport('a secret cannot be opened', cause);
  }
}

async function restore(open: AllTenantsTransaction, table: TableName, rows: readonly object[]): Promise<void> {
  try {
    await open.restore(table, rows as never);
  } catch (error) {
    if (StoreConflictError.isInstance(error)) {
      const message = `The import has a row of ${table} with the same ${error.constraint} as one that exists here.`;
      throw new ServiceError('IMPORT_CONFLICT', message, { cause: error });
    }
    if (StoreError.isInstance(error) && error.code === 'STORE_INPUT_INVALID') {
      throw corruptedExport(`a row of ${table} does not have the columns of its table`, error);
    }
    throw error;
  }
}
