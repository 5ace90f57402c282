/** The bytes of rows in open transactions of the host, by tenant. Those of a transaction are forgotten with it. */
export interface UncommittedBytes {
  /** Returns the bytes of a transaction; 0 without one. */
  of(open: object | undefined, tenant: string): number;
  add(open: object, tenant: string, bytes: number): void;
}

/** Creates {@link UncommittedBytes} of no transaction. */
export function createUncommittedBytes(): UncommittedBytes {
  const byTransaction = new WeakMap<object, Map<string, number>>();
  const of = (open: object | undefined, tenant: string): number => (open && byTransaction.get(open)?.get(tenant)) ?? 0;
  return {
    of,
    add(open, tenant, bytes) {
      const byTenant = byTransaction.get(open) ?? new Map<string, number>();
      byTransaction.set(open, byTenant.set(tenant, of(open, tenant) + bytes));
    },
  };
}
