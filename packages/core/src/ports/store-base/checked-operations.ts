import type { AllTenantsOperations, Query, StoreOperations } from '../store/store.ts';
import { StoreError } from '../store/store-error.ts';
import type { TableName } from '../store/tables.ts';
import { checkQuery, checkWhere } from './check-query.ts';
import { checkPatch, checkRow, checkWholeRow } from './check-values.ts';
import { findEach } from './find-each.ts';
import type { ColumnTest, EngineOperations, Tests, Values } from './store-engine.ts';

const TENANT = 'tenant';

/** The binding of operations to one tenant, or to none. */
interface Scope {
  /** The row as it is stored. */
  own(table: TableName, row: Values): Values;
  /** The tests that rows must pass. */
  narrow(table: TableName, tests: Tests): Tests;
  /** True when callers do not see the column `tenant`. */
  readonly omitsTenant: boolean;
  /** The row as the caller sees it. */
  show(row: Values): Values;
}

function withoutTenant(row: Values): Values {
  if (!(TENANT in row)) return row;
  const { tenant: _bound, ...shown } = row;
  return shown;
}

/** Returns the port's typed operations over all tenants, on top of those of an engine. */
export function allTenantsOperations(engine: EngineOperations): AllTenantsOperations {
  const { insertAbsent: insertOwned, insert: _none, ...others } = operationsOf(engine, UNSCOPED);
  const restore = async (table: TableName, rows: readonly Values[]) => {
    const whole = rows.map((row) => checkWholeRow(table, row));
    if (whole.length > 0) await engine.restore(table, whole);
  };
  return { insertOwned, restore, ...others } as unknown as AllTenantsOperations;
}

/**
 * Returns the port's typed operations for one tenant, on top of those of an engine. Only this function writes a tenant into rows
 * and queries.
 */
export function tenantOperations(engine: EngineOperations, tenant: string): StoreOperations {
  // The types of the port relate each row to its table; engines receive rows as plain values.
  return operationsOf(engine.scopedTo?.(tenant) ?? engine, scopeOf(tenant)) as unknown as StoreOperations;
}

const UNSCOPED: Scope = {
  own: (_table, row) => row,
  narrow: (_table, tests) => tests,
  omitsTenant: false,
  show: (row) => row,
};

function scopeOf(tenant: string): Scope {
  const test: ColumnTest = { column: TENANT, operator: 'eq', value: tenant };
  return {
    own(table, row) {
      if (TENANT in row) throw boundTenant(table);
      return { tenant, ...row };
    },
    narrow(table, tests) {
      if (tests.some((alternative) => alternative.some(({ column }) => column === TENANT))) throw boundTenant(table);
      return tests.map((alternative) => [test, ...alternative]);
    },
    omitsTenant: true,
    show: withoutTenant,
  };
}

function boundTenant(table: TableName): StoreError {
  return new StoreError('STORE_INPUT_INVALID', `${table}.tenant is bound by the store: leave it out.`);
}

/** Checks and completes the input before the engine receives it. */
function operationsOf(engine: EngineOperations, { own, narrow, omitsTenant, show }: Scope) {
  return {
    insert: async (table: TableName, row: Values) => show(await engine.insert(table, checkRow(table, own(table, row)))),
    insertAbsent: async (table: TableName, rows: readonly Values[]) =>
      rows.length === 0
        ? []
        : (
            await engine.insertAbsent(
              table,
              rows.map((row) => checkRow(table, own(table, row))),
            )
          ).map(show),
    find: async (table: TableName, query = {}) => {
      const checked = checkQuery(table, query);
      const tests = narrow(table, checked.tests);
      if (tests.length === 0 || checked.limit === 0) return [];
      const complete = { ...checked, tests, omitsTenant };
      const { limitPer }: Query<TableName> = query;
      const rows = await (limitPer === undefined
        ? engine.find(table, complete)
        : findEach(engine, table, complete, limitPer));
      return rows.map(show);
    },
    count: async (table: TableName, where: unknown) => {
      const tests = narrow(table, checkWhere(table, where));
      return tests.length === 0 ? 0 : engine.count(table, tests);
    },
    update: async (table: TableName, where: unknown, patch: Values) => {
      const tests = narrow(table, checkWhere(table, where));
      const changes = checkPatch(table, patch);
      if (TENANT in changes) throw boundTenant(table);
      if (tests.length === 0) return 0;
      return Object.keys(changes).length === 0 ? engine.count(table, tests) : engine.update(table, tests, changes);
    },
    remove: async (table: TableName, where: unknown) => {
      const tests = narrow(table, checkWhere(table, where));
      return tests.length === 0 ? 0 : engine.remove(table, tests);
    },
  };
}
