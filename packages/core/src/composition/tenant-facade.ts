import { OPEN_TO_ALL } from '../integrations/api/create-integrations.ts';
import type { IntegrationsService } from '../integrations/api/integrations-service.ts';
import { ServiceError } from '../kernel/errors/service-error.ts';
import type { EventHub } from '../kernel/events/create-event-hub.ts';
import { scopedEvents } from '../kernel/events/create-event-hub.ts';
import type { RequestGate } from '../kernel/lifetime/request-gate.ts';
import { APPLICATION_ADMIN, type Principal, type RequestContext } from '../security/principals/principal.ts';
import { requirePermission } from '../security/principals/require-permission.ts';
import type { PortcullisEvents } from './portcullis-events.ts';
import type { ServicesOf } from './services-of.ts';
import type { TenantPortcullis } from './tenant-portcullis.ts';
import type { TenantServices } from './tenant-services.ts';

type ServiceName = Exclude<keyof TenantServices, 'dependencies'>;
type Call = (...input: readonly unknown[]) => Promise<unknown>;

/** Dependencies of {@link createTenantFacades}. */
export interface FacadeDependencies {
  readonly servicesOf: ServicesOf;
  readonly requestGate: RequestGate;
  readonly events: EventHub<PortcullisEvents>;
  /** The services of the default tenant, whose functions those of other tenants have as well. */
  readonly ofDefault: TenantServices;
}

/** Returns the function that creates the facade of a tenant. Its services are created when one of them is called. */
export function createTenantFacades({ servicesOf, requestGate, events, ofDefault }: FacadeDependencies) {
  const lazily = <Name extends ServiceName>(tenant: string, name: Name): TenantServices[Name] => {
    const calls = Object.keys(ofDefault[name]).map((member): [string, Call] => [
      member,
      async (...input) => {
        const service = (await servicesOf.forRequest(tenant))[name] as unknown as Readonly<Record<string, Call>>;
        return service[member]?.(...input);
      },
    ]);
    return Object.fromEntries(calls) as unknown as TenantServices[Name];
  };

  return (tenant: string): TenantPortcullis =>
    Object.freeze({
      id: tenant,
      ...guardServices(requestGate, tenant, {
        integrations: lazily(tenant, 'integrations'),
        webhooks: lazily(tenant, 'webhooks'),
        notifications: { ...lazily(tenant, 'notifications'), kinds: ofDefault.notifications.kinds },
        apiKeys: lazily(tenant, 'apiKeys'),
        settings: lazily(tenant, 'settings'),
      }),
      events: scopedEvents(events, tenant),
    });
}

/** Returns the services of a tenant behind the gate, for callers that belong to the tenant and have the permission. */
export function guardServices(
  requestGate: RequestGate,
  tenant: string,
  { integrations, webhooks, notifications, apiKeys, settings }: Pick<TenantServices, ServiceName>,
): Pick<TenantServices, ServiceName> {
  const isOwn = (_name: unknown, input: readonly unknown[]): void => requireOwn(tenant, input);
  return {
    integrations: requestGate.guard(integrations, (name, input) => {
      isOwn(name, input);
      requireAdmin(name, input);
    }),
    webhooks: requestGate.guard(webhooks, isOwn),
    notifications: Object.freeze({
      notify: requestGate.guard(notifications, isOwn).notify,
      kinds: notifications.kinds,
    }),
    apiKeys: requestGate.guard(apiKeys, isOwn),
    settings: requestGate.guard(settings, isOwn),
  };
}

/** Refuses callers without the permission of the Integrations API. */
function requireAdmin(name: keyof IntegrationsService, [context]: readonly unknown[]): void {
  if (OPEN_TO_ALL.includes(name)) return;
  requirePermission((context as RequestContext).principal, APPLICATION_ADMIN);
}

/**
 * Refuses a principal of another tenant.
 *
 * @throws ServiceError `TENANT_MISMATCH`
 */
export function requireOwn(tenant: string, [context]: readonly unknown[]): void {
  const principal = (context as { readonly principal?: Principal } | null | undefined)?.principal;
  if (principal?.tenant === undefined || principal.tenant === tenant) return;
  throw new ServiceError('TENANT_MISMATCH', 'The caller belongs to another tenant than the service that was called.');
}
