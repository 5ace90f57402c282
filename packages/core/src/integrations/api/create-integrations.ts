import type { StoreOperations } from '../../ports/store/store.ts';
import { capabilitiesOf } from '../capabilities/capabilities.ts';
import { clientSetup, regenerateKey } from '../client-setup/client-setup.ts';
import type { AuthenticateKey } from '../client-setup/key-authentication.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { createIntegration } from '../create/create-integration.ts';
import { checkDrift } from '../drift/check-drift.ts';
import { driftedIntegrations, hasDrifted, lastDrift } from '../drift/store-drift.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import { LIVE_STATUSES } from '../lifecycle/lifecycle.ts';
import { migrateIntegration } from '../migrate/migrate-integration.ts';
import { listOperations } from '../operations/list-operations.ts';
import { followIntegration } from '../operations/progress/follow-integration.ts';
import type { ProgressFeeds } from '../operations/progress/progress-feeds.ts';
import { upToDate } from '../plugin-versions/stored-integration.ts';
import { setupPrivileges } from '../privileges/setup-privileges.ts';
import { removeIntegration } from '../remove/remove-integration.ts';
import { rotateSecret } from '../rotate/rotate-secret.ts';
import { requestedScript, storedDeleteScript } from '../scripts/scripts.ts';
import { hasNoCredentials, readCredentials } from '../secrets/read-credentials.ts';
import { refuseBusy } from '../state/change-guards.ts';
import { findIntegration, type IntegrationRecord } from '../state/integration-record.ts';
import { toIntegrationView, toTypeView } from '../state/integration-view.ts';
import { listTimeline } from '../timeline/list-timeline.ts';
import { updateIntegration } from '../update/update-integration.ts';
import { validateIntegration } from '../validation/validate-integration.ts';
import type { StatusView } from '../views/integration-views.ts';
import type { IntegrationsService } from './integrations-service.ts';
import { decideOwnership, listUnresolved } from './unresolved-objects.ts';

/**
 * The functions that need no `APPLICATION_ADMIN`: those for platforms, which have their own keys, and for the host itself. The
 * factory of an instance checks the caller of all others.
 */
export const OPEN_TO_ALL: readonly (keyof IntegrationsService)[] = ['authenticateKey', 'whenIdle'];

/** Creates the Integrations API, which does not check the caller. */
export function createIntegrations(
  dependencies: IntegrationDependencies,
  progress: ProgressFeeds,
  authenticateKey: AuthenticateKey,
): IntegrationsService {
  const { tenant, limiter, store, registry } = dependencies;
  const view = (record: IntegrationRecord, drifted: boolean) => {
    const definition = registry.find(record.type);
    return toIntegrationView(definition, upToDate(definition, record), drifted);
  };

  return {
    async list() {
      const [records, drifted] = await Promise.all([
        store.find('integrations', { where: { status: { in: LIVE_STATUSES } }, orderBy: [['id', 'asc']] }),
        driftedIntegrations(store),
      ]);
      return records.map((record) => view(record, drifted.has(record.id)));
    },
    async get(_context, id) {
      return view(...(await Promise.all([findIntegration(store, id), hasDrifted(store, id)])));
    },
    create: createIntegration.bind(undefined, dependencies),
    update: updateIntegration.bind(undefined, dependencies),
    remove: removeIntegration.bind(undefined, dependencies),
    rotateSecret: rotateSecret.bind(undefined, dependencies),
    async status(_context, id) {
      return statusOf(store, id);
    },
    async script(_context, kind, body, id) {
      return requestedScript(dependencies, kind, body, id);
    },
    async deleteScript(_context, id) {
      return storedDeleteScript(dependencies, id);
    },
    async operations(_context, id, query = {}) {
      await findIntegration(store, id, { withEnded: true });
      return listOperations(store, id, query);
    },
    async timeline(_context, id, query = {}) {
      await findIntegration(store, id, { withEnded: true });
      return listTimeline(store, id, query);
    },
    async follow(context, id, options = {}) {
      return followIntegration({ tenant, limiter, store, feeds: progress }, id, { ...options, signal: context.signal });
    },
    async validate(context, id) {
      const record = await findIntegration(store, id);
      await refuseBusy(store, record);
      return validateIntegration(dependencies, record, context.signal, { requestedBy: context.principal.id });
    },
    async privileges(_context, body) {
      return setupPrivileges(dependencies, body);
    },
    async unresolvedObjects(_context, id) {
      return listUnresolved(store, id);
    },
    async decideOwnership(_context, id, body) {
      return decideOwnership(dependencies, id, body);
    },
    async capabilities(_context, id) {
      return capabilitiesOf(dependencies, id);
    },
    async drift(context, id, credentials, { last = false } = {}) {
      const record = await findIntegration(store, id);
      const known = last ? await lastDrift(store, id) : undefined;
      if (known) return known;
      const { signal } = context;
      const cause = { requestedBy: context.principal.id };
      if (hasNoCredentials(credentials)) return checkDrift(dependencies, id, { signal, cause });
      const given = readCredentials(registry.of(record), record, credentials);
      return checkDrift(dependencies, id, { credentials: given, signal, cause });
    },
    async migrate(context, id, options = {}) {
      const { principal, signal } = context;
      return migrateIntegration(dependencies, { id, actor: principal.id, signal }, options);
    },
    async types() {
      return registry.all().map(toTypeView);
    },
    async clientSetup(_context, id, options) {
      return clientSetup(dependencies, id, options);
    },
    async regenerate(_context, id) {
      const record = await regenerateKey(dependencies, id);
      return { id, status: record.status as IntegrationStatus };
    },
    async authenticateKey(key, options) {
      const found = await authenticateKey(key, { ...options, tenant: dependencies.tenant });
      return found && { integrationId: found.integrationId };
    },
    async whenIdle(id) {
      await dependencies.background.whenIdle(id);
      return statusOf(store, id);
    },
  };
}

async function statusOf(store: StoreOperations, id: number): Promise<StatusView> {
  const record = await findIntegration(store, id, { withEnded: true });
  return { id: record.id, status: record.status as IntegrationStatus };
}
