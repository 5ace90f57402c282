import {
  APPLICATION_ADMIN,
  type ApiKeysService,
  type IntegrationsService,
  type Portcullis,
  type Principal,
  type SettingsService,
  type TenantsService,
  type WebhooksService,
} from '@portcullis/core';
import { createRecordingLogger } from '@portcullis/testing';
import * as samples from './samples.ts';

/** One call of the facade. */
export interface RecordedCall {
  /** Such as `integrations.create`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Functions of the facade that a test replaces. */
export interface FakeParts {
  readonly integrations?: Partial<IntegrationsService>;
  readonly webhooks?: Partial<WebhooksService>;
  readonly apiKeys?: Partial<ApiKeysService>;
  readonly settings?: Partial<SettingsService>;
  readonly tenants?: Partial<TenantsService>;
  readonly health?: Portcullis['health'];
}

export const ADMIN: Principal = { id: 1, name: 'Ada', permissions: [APPLICATION_ADMIN], groups: [] };
const USER: Principal = { id: 2, name: 'Uwe', permissions: [], groups: [] };
export const ADMIN_KEY = 'admin-key';
export const USER_KEY = 'user-key';

const PRINCIPALS: Readonly<Record<string, Principal>> = { [ADMIN_KEY]: ADMIN, [USER_KEY]: USER };

/** A facade that returns samples and records its calls. */
export function createFakePortcullis(parts: FakeParts = {}): {
  readonly portcullis: Portcullis;
  readonly calls: readonly RecordedCall[];
} {
  const calls: RecordedCall[] = [];
  const integrations: IntegrationsService = {
    list: async () => [{ integration: samples.integration, version: 3 }],
    get: async () => ({ integration: samples.integration, version: 3 }),
    create: async (_context, _body, options) => (options?.dryRun ? samples.dryRunResponse : samples.operationResponse),
    update: async (_context, _id, _body, options) =>
      options?.dryRun ? samples.dryRunResponse : { ...samples.operationResponse, status: 'editing' },
    remove: async (_context, _id, _body, options) =>
      options?.dryRun ? samples.dryRunResponse : { ...samples.operationResponse, status: 'deleting' },
    rotateSecret: async (_context, _id, _body, options) =>
      options?.dryRun ? samples.dryRunResponse : { ...samples.operationResponse, status: 'editing' },
    status: async (_context, id) => ({ id, status: 'enabled' }),
    script: async () => samples.script,
    deleteScript: async () => samples.script,
    operations: async () => [samples.operation],
    timeline: async () => [samples.timelineEntry],
    follow: async () => samples.progress(),
    validate: async () => samples.integration.validationResults,
    capabilities: async () => samples.capabilities,
    unresolvedObjects: async () => samples.unresolved,
    decideOwnership: async () => [],
    privileges: async () => samples.setupPrivileges,
    drift: async () => samples.driftReport,
    migrate: async (_context, _id, options) => ({
      ...(options?.dryRun ? samples.dryRunResponse : { ...samples.operationResponse, status: 'migrating' as const }),
      ...samples.migrationFacts,
    }),
    types: async () => samples.types,
    clientSetup: async () => samples.clientSetup,
    regenerate: async (_context, id) => ({ id, status: 'enabled' }),
    authenticateKey: async () => undefined,
    whenIdle: async (id) => ({ id, status: 'enabled' }),
    ...parts.integrations,
  };
  const webhooks: WebhooksService = {
    create: async () => ({ createdWebhooks: [samples.webhookChange], errors: [] }),
    list: async () => [samples.webhook],
    get: async () => samples.webhookDetail,
    update: async () => samples.webhookDetail,
    test: async () => samples.historyRecord,
    testUnsaved: async () => samples.webhookTest,
    recover: async () => ({ recovered: 3 }),
    historyOf: async () => samples.historyPage,
    remove: async () => samples.webhookChange,
    stats: async () => samples.webhookStats,
    deliveryStatistics: async () => samples.deliveryStatistics,
    deliveryStatisticsOf: async () => samples.deliveryStatistics,
    actions: async () => ['ALL_NOTIFICATIONS', 'modelCreated'],
    kinds: async () => [{ kind: 'modelCreated', trigger: 'A data source was created.' }],
    history: async () => samples.historyPage,
    historyRecord: async () => ({
      ...samples.historyRecord,
      attempt: { trigger: 'automatic', number: 1, succeeded: true, interrupted: false },
    }),
    retry: async () => samples.historyRecord,
    ...parts.webhooks,
  };
  const apiKeys: ApiKeysService = {
    issue: async () => samples.createdApiKey,
    create: async () => samples.createdApiKey,
    list: async () => [samples.apiKey],
    revoke: async () => ({ ...samples.apiKey, alsoRevoked: [6] }),
    authenticate: async (key) => PRINCIPALS[key],
    ...parts.apiKeys,
  };
  const settings: SettingsService = {
    get: async () => samples.settings,
    update: async () => samples.settings,
    current: async () => samples.settings,
    ...parts.settings,
  };
  const portcullis: Portcullis = {
    id: '',
    tenant: () => portcullis,
    tenants: {
      authenticate: (key: string) => portcullis.apiKeys.authenticate(key),
      ...parts.tenants,
    } as TenantsService,
    integrations: recorded('integrations', integrations, calls),
    webhooks: recorded('webhooks', webhooks, calls),
    apiKeys: recorded('apiKeys', apiKeys, calls),
    settings: recorded('settings', settings, calls),
    secretKeys: {
      get: async () => ({ currentKeyId: '1', count: 1, old: [] }),
      reseal: async () => ({ currentKeyId: '1', count: 1, old: [], resealed: 0 }),
    },
    notifications: { notify: async () => ({ eventId: 1, deliveries: 0, repeated: false }), kinds: () => [] },
    instanceId: '0123456789abcdef',
    logger: createRecordingLogger(),
    events: { on: () => () => undefined, once: () => () => undefined },
    health: parts.health ?? (async () => ({ status: 'ok' })),
    close: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  };
  return { portcullis, calls };
}

function recorded<Service extends object>(prefix: string, service: Service, calls: RecordedCall[]): Service {
  return new Proxy(service, {
    get(target, property, receiver) {
      const value = Reflect.get(target, property, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        calls.push({ name: `${prefix}.${String(property)}`, args });
        return value.apply(target, args);
      };
    },
  });
}
