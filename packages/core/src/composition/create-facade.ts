import { keepProcessAlive } from '../kernel/lifetime/keep-process-alive.ts';
import { createRequestGate } from '../kernel/lifetime/request-gate.ts';
import { DEFAULT_CLOSE_DEADLINE_MS } from '../options/defaults.ts';
import { DEFAULT_TENANT } from '../ports/store/store.ts';
import { checkTenantId } from '../tenants/tenant-id.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import type { Portcullis } from './portcullis.ts';
import { shutDown } from './shut-down.ts';
import { createTenantFacades, guardServices, requireOwn } from './tenant-facade.ts';
import type { TenantServices } from './tenant-services.ts';
import { EVENTS, SECRET_KEYS, TENANT_SERVICES, TENANTS } from './tokens.ts';

/** Returns the services of a started instance behind its request gate, and the function that closes it. */
export function createFacade(parts: Parts, environment: Environment, defaultServices: TenantServices): Portcullis {
  const requestGate = createRequestGate();
  let closing: Promise<void> | undefined;
  const close: Portcullis['close'] = ({ deadlineMs = DEFAULT_CLOSE_DEADLINE_MS } = {}) => {
    closing ??= keepProcessAlive(() => shutDown(parts, environment, requestGate, deadlineMs));
    return closing;
  };

  const tenantFacade = createTenantFacades({
    servicesCache: parts.get(TENANT_SERVICES),
    requestGate,
    events: parts.get(EVENTS),
    defaultServices,
  });
  return Object.freeze({
    id: DEFAULT_TENANT,
    ...guardServices(requestGate, DEFAULT_TENANT, defaultServices),
    tenant: (id: string) => tenantFacade(checkTenantId(id)),
    tenants: requestGate.guard(parts.get(TENANTS)),
    secretKeys: requestGate.guard(parts.get(SECRET_KEYS).service, (_name, input) => requireOwn(DEFAULT_TENANT, input)),
    events: parts.get(EVENTS),
    instanceId: environment.instanceId,
    logger: environment.logger,
    async health() {
      if (!requestGate.isOpen) return { status: 'closing' as const };
      const failure = environment.store.writeFailure?.();
      if (failure) throw failure;
      // There is no such row, but a standby of PostgreSQL and a read-only MariaDB refuse to lock any.
      await environment.store.find('meta', { where: { name: 'health' }, lock: 'update' });
      return { status: 'ok' as const };
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  });
}
