import type { StoreOperations } from '../store/store.ts';
import { checkQuery, checkWhere } from './check-query.ts';
import { checkPatch, checkRow } from './check-values.ts';
import type { EngineOperations, Values } from './store-engine.ts';

/** Puts the port's typed operations in front of an engine's: input is checked and completed before the engine sees it. */
export function checkedOperations(engine: EngineOperations): StoreOperations {
  // The port's types tie each row to its table; below it rows are plain values, so each result is named once here.
  const operations = {
    insert: async (table, row: Values) => engine.insert(table, checkRow(table, row)),
    insertAbsent: async (table, rows: readonly Values[]) =>
      rows.length === 0
        ? []
        : engine.insertAbsent(
            table,
            rows.map((row) => checkRow(table, row)),
          ),
    find: async (table, query = {}) => {
      const checked = checkQuery(table, query);
      return checked.tests.length === 0 || checked.limit === 0 ? [] : engine.find(table, checked);
    },
    count: async (table, where) => {
      const tests = checkWhere(table, where);
      return tests.length === 0 ? 0 : engine.count(table, tests);
    },
    update: async (table, where, patch) => {
      const tests = checkWhere(table, where);
      const changes = checkPatch(table, patch);
      if (tests.length === 0) return 0;
      return Object.keys(changes).length === 0 ? engine.count(table, tests) : engine.update(table, tests, changes);
    },
    remove: async (table, where) => {
      const tests = checkWhere(table, where);
      return tests.length === 0 ? 0 : engine.remove(table, tests);
    },
  } satisfies Record<keyof StoreOperations, (table: never, ...rest: never[]) => Promise<unknown>> as unknown;
  return operations as StoreOperations;
}
