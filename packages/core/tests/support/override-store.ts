import type { AllTenantsStore, Store, TenantStore } from '../../src/ports/store/store.ts';

/** The parts of a store that a test replaces, for all tenants. */
export type StoreOverrides = Partial<AllTenantsStore>;

/**
 * A store with some parts replaced: for all tenants, for each of them, and therefore for the store's own operations.
 */
export function overrideStore(store: Store, overrides: StoreOverrides): Store {
  const allTenants: AllTenantsStore = { ...store.allTenants, ...overrides };
  const scoped = (tenant: string): TenantStore => {
    const given = store.scoped(tenant);
    const find: TenantStore['find'] = async (table, query = {}) => {
      const { where = {} } = query;
      const matches = (Array.isArray(where) ? where : [where]).map((match) => ({ ...match, tenant }));
      const rows = await allTenants.find(table, { ...query, where: matches as never });
      return rows.map(({ tenant: _own, ...row }) => row as never);
    };
    return {
      ...given,
      ...('insideTransaction' in overrides && { insideTransaction: overrides.insideTransaction as () => boolean }),
      shared: allTenants.shared,
      transaction: (work, options) => allTenants.transaction((open) => work(open.scoped(tenant)), options),
      ...(overrides.find && { find }),
    };
  };
  const overridden = { ...store, ...scoped(''), scoped, allTenants };
  if ('insideTransaction' in overrides && overrides.insideTransaction === undefined) {
    delete (overridden as { insideTransaction?: unknown }).insideTransaction;
  }
  return overridden;
}
