import { DatabaseSync } from 'node:sqlite';

/** The cell of a tenant. */
export interface TenantLocation {
  readonly tenant: string;
  /** The name of the cell that serves the tenant. */
  readonly cell: string;
  /** The name of the cell to which the tenant moves, until that cell serves the tenant. */
  readonly movingTo: string | null;
  /** The name of the cell that served the tenant before, until its rows are removed there. */
  readonly movedFrom: string | null;
}

/** The host's record of the cell of each tenant. It outlives the process, so an interrupted move can be finished. */
export interface Directory {
  /** Returns undefined for an unknown tenant. */
  find(tenant: string): TenantLocation | undefined;
  /** Returns the tenants whose move has begun and not ended. */
  moves(): readonly TenantLocation[];
  add(tenant: string, cell: string): void;
  /** @returns false if the tenant is unknown or already moves. */
  beginMove(tenant: string, to: string): boolean;
  /** Makes the new cell serve the tenant. */
  switchCell(tenant: string): void;
  /** Ends a failed move. The tenant stays in its cell. */
  cancelMove(tenant: string): void;
  endMove(tenant: string): void;
  close(): void;
}

const SCHEMA = `CREATE TABLE IF NOT EXISTS tenant_locations
  (tenant TEXT PRIMARY KEY, cell TEXT NOT NULL, moving_to TEXT, moved_from TEXT) STRICT`;
const COLUMNS = 'tenant, cell, moving_to AS "movingTo", moved_from AS "movedFrom"';

/** Opens the directory in a file. A host with its own database keeps this table there, next to its customers. */
export function openDirectory(file: string): Directory {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(SCHEMA);
  const run = (statement: string, ...values: readonly string[]): number =>
    Number(database.prepare(statement).run(...values).changes);
  return {
    find: (tenant) =>
      database
        .prepare(`SELECT ${COLUMNS} FROM tenant_locations WHERE tenant = ?`)
        .get(tenant) as unknown as TenantLocation,
    moves: () =>
      database
        .prepare(`SELECT ${COLUMNS} FROM tenant_locations WHERE moving_to IS NOT NULL OR moved_from IS NOT NULL`)
        .all() as unknown as TenantLocation[],
    add: (tenant, cell) => void run('INSERT INTO tenant_locations (tenant, cell) VALUES (?, ?)', tenant, cell),
    beginMove: (tenant, to) =>
      run(
        'UPDATE tenant_locations SET moving_to = ? WHERE tenant = ? AND cell <> ? AND moving_to IS NULL AND moved_from IS NULL',
        to,
        tenant,
        to,
      ) === 1,
    switchCell: (tenant) =>
      void run(
        'UPDATE tenant_locations SET moved_from = cell, cell = moving_to, moving_to = NULL WHERE tenant = ?',
        tenant,
      ),
    cancelMove: (tenant) => void run('UPDATE tenant_locations SET moving_to = NULL WHERE tenant = ?', tenant),
    endMove: (tenant) => void run('UPDATE tenant_locations SET moved_from = NULL WHERE tenant = ?', tenant),
    close: () => database.close(),
  };
}
