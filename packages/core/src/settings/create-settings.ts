import { parseInput } from '../kernel/input/parse-input.ts';
import type { TenantLimiter } from '../limits/tenant-limiter.ts';
import type { Clock } from '../ports/clock.ts';
import type { StoreTransaction, TenantStore } from '../ports/store/store.ts';
import type { Row } from '../ports/store/tables.ts';
import { APPLICATION_ADMIN } from '../security/principals/principal.ts';
import { requirePermission } from '../security/principals/require-permission.ts';
import { bumpTenantsVersion } from '../tenant-cache/tenants-version.ts';
import { settingsSchema } from './settings-schema.ts';
import type { SettingsService } from './settings-service.ts';
import type { TenantSettings } from './tenant-settings.ts';

/** Dependencies of {@link createSettings}. */
export interface SettingsDependencies {
  readonly tenant: string;
  readonly store: TenantStore;
  readonly clock: Clock;
  readonly limiter: Pick<TenantLimiter, 'requireActive'>;
  readonly tenantSettings: TenantSettings;
}

/** Creates the {@link SettingsService} of a tenant. */
export function createSettings({
  tenant,
  store,
  clock,
  limiter,
  tenantSettings,
}: SettingsDependencies): SettingsService {
  const current = () => tenantSettings.of(tenant);

  return {
    current,
    async get({ principal }) {
      requirePermission(principal, APPLICATION_ADMIN);
      return current();
    },
    async update({ principal }, body) {
      requirePermission(principal, APPLICATION_ADMIN);
      const wanted = parseInput(settingsSchema.partial(), body);
      await store.transaction(async (transaction) => {
        await limiter.requireActive(transaction);
        for (const [name, value] of Object.entries(wanted)) {
          await write(transaction, { name, value, updatedAt: clock.now() });
        }
        await bumpTenantsVersion(transaction);
        transaction.afterCommit(() => tenantSettings.forget(tenant));
      });
      return current();
    },
  };
}

/** Writes a setting. If another transaction writes the same one for the first time, this one waits for it. */
async function write(transaction: StoreTransaction, { name, ...row }: Row<'settings'>): Promise<void> {
  if ((await transaction.update('settings', { name }, row)) > 0) return;
  const [added] = await transaction.insertAbsent('settings', [{ name, ...row }]);
  if (!added) await transaction.update('settings', { name }, row);
}
