import { inputIssues, invalidRequest } from '../kernel/input/parse-input.ts';
import type { AllTenantsStore } from '../ports/store/store.ts';
import { tenantListInput } from './tenant-input.ts';
import { toTenantView } from './tenant-view.ts';
import type { TenantPage } from './tenants-service.ts';

/**
 * Lists a page of tenants, in the order of their ids.
 *
 * @throws ServiceError `PARAMETER_INVALID`
 */
export async function listTenants(store: Pick<AllTenantsStore, 'find'>, options: unknown): Promise<TenantPage> {
  const parsed = tenantListInput.safeParse(options, { reportInput: false });
  if (!parsed.success) throw invalidRequest(inputIssues(parsed.error));
  const { cursor, limit } = parsed.data;
  const rows = await store.find('tenants', {
    where: { state: { not: 'importing' }, ...(cursor !== undefined && { tenant: { gt: cursor } }) },
    orderBy: [['tenant', 'asc']],
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { tenants: page.map(toTenantView), ...(rows.length > limit && last && { cursor: last.tenant }) };
}
