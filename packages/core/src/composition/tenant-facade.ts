import { OPEN_TO_ALL } from '../integrations/api/create-integrations.ts';
import type { IntegrationsService } from '../integrations/api/integrations-service.ts';
import { ServiceError } from '../kernel/errors/service-error.ts';
import type { EventHub } from '../kernel/events/create-event-hub.ts';
import { scopedEvents } from '../kernel/events/create-event-hub.ts';
import type { RequestGate } from '../kernel/lifetime/request-gate.ts';
import { APPLICATION_ADMIN, type Principal, type RequestContext } from '../security/principals/principal.ts';
import { requirePermission } from '../security/principals/require-permission.ts';
import type { PortcullisEvents } from './portcullis-events.ts';
import { type Call, createServiceViews } from './service-views.ts';
import type { TenantPortcullis } from './tenant-portcullis.ts';
import type { TenantServices } from './tenant-services.ts';
import type { TenantServicesCache } from './tenant-services-cache.ts';

type ServiceName = Exclude<keyof TenantServices, 'dependencies'>;
/** Dependencies of {@link createTenantFacades}. */
export interface FacadeDependencies {
  readonly servicesCache: TenantServicesCache;
  readonly requestGate: RequestGate;
  readonly events: EventHub<PortcullisEvents>;
  /** The services of the default tenant, whose functions those of other tenants have as well. */
  readonly defaultServices: TenantServices;
}

/** Returns the function that creates the facade of a tenant. Its services are created when one of them is called. */
export function createTenantFacades({
  servicesCache,
  requestGate,
  events,
  defaultServices,
}: FacadeDependencies): (tenant: string) => TenantPortcullis {
  const viewsOf = <Name extends ServiceName>(name: Name): ((tenant: string) => TenantServices[Name]) =>
    createServiceViews(Object.keys(defaultServices[name]), (tenant, member, input) =>
      requestGate.admit(
        async () => {
          const service = (await servicesCache.forRequest(tenant))[name] as unknown as Readonly<Record<string, Call>>;
          return service[member]?.(...input);
        },
        () => checkCall(tenant, name, member, input),
      ),
    );
  const integrationsOf = viewsOf('integrations');
  const webhooksOf = viewsOf('webhooks');
  const notificationsOf = viewsOf('notifications');
  const apiKeysOf = viewsOf('apiKeys');
  const settingsOf = viewsOf('settings');

  return (tenant) => {
    const { notify } = notificationsOf(tenant);
    return Object.freeze({
      id: tenant,
      integrations: integrationsOf(tenant),
      webhooks: webhooksOf(tenant),
      notifications: Object.freeze({ notify, kinds: defaultServices.notifications.kinds }),
      apiKeys: apiKeysOf(tenant),
      settings: settingsOf(tenant),
      events: scopedEvents(events, tenant),
    });
  };
}

/** Returns the services of a tenant behind the gate, for callers that belong to the tenant and have the permission. */
export function guardServices(
  requestGate: RequestGate,
  tenant: string,
  { integrations, webhooks, notifications, apiKeys, settings }: Pick<TenantServices, ServiceName>,
): Pick<TenantServices, ServiceName> {
  const guarded = <Name extends ServiceName>(name: Name, service: TenantServices[Name]): TenantServices[Name] =>
    requestGate.guard(service, (member, input) => checkCall(tenant, name, member as string, input));
  return {
    integrations: guarded('integrations', integrations),
    webhooks: guarded('webhooks', webhooks),
    notifications: Object.freeze({
      notify: guarded('notifications', notifications).notify,
      kinds: notifications.kinds,
    }),
    apiKeys: guarded('apiKeys', apiKeys),
    settings: guarded('settings', settings),
  };
}

/** Refuses callers of another tenant, and callers of the Integrations API without its permission. */
function checkCall(tenant: string, service: ServiceName, member: string, input: readonly unknown[]): void {
  requireOwn(tenant, input);
  if (service === 'integrations') requireAdmin(member as keyof IntegrationsService, input);
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
