import { responseBinding } from '../../security/seal/response-binding.ts';
import { secretBinding } from '../../security/seal/secret-binding.ts';
import type { AnyRow, SealedTableName } from './transfer-format.ts';

/** Returns the binding of the sealed value of a row. */
export function bindingOf(table: SealedTableName, tenant: string, row: AnyRow): string {
  return table === 'secrets'
    ? secretBinding({ tenant, owner: String(row.owner), name: String(row.name) })
    : responseBinding(tenant, String(row.key));
}
