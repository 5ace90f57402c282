/**
 * Source: Databricks, "Get connection details for a Databricks compute resource". `endpoints` is the earlier name of
 * warehouses.
 */
const WAREHOUSE = /^\/sql\/1\.0\/(?:warehouses|endpoints)\/([a-f0-9]{16})(?:\?o=\d{1,20})?$/;
const CLUSTER = /^\/?sql\/protocolv1\//;

/** Normalizes a path: with a leading slash and without a trailing one. */
export function canonicalPath(text: string): string {
  return `/${text.trim().replace(/^\/+|\/+$/g, '')}`;
}

/** Returns the problem with the HTTP path of a warehouse, or `undefined`. */
export function pathProblem(path: string): string | undefined {
  if (WAREHOUSE.test(path)) return undefined;
  if (CLUSTER.test(path)) return 'This is the path of a cluster. Statements are sent to a SQL warehouse: use its path.';
  return 'This is not the path of a SQL warehouse: use /sql/1.0/warehouses/<id of 16 hexadecimal digits>.';
}

/** Returns the id of the warehouse in a valid path. */
export function warehouseOf({ httpPath }: { readonly httpPath: string }): string {
  return WAREHOUSE.exec(httpPath)?.[1] ?? '';
}
