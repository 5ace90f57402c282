import type {
  ApiKeyCreatedView,
  ApiKeyView,
  CapabilitiesView,
  ClientSetupView,
  DriftReport,
  DryRunResponse,
  IntegrationTypeView,
  IntegrationView,
  MigrationFacts,
  OperationResponse,
  OperationView,
  Plan,
  ProgressEvent,
  ScriptResponse,
  Settings,
  SetupPrivilegesView,
  TimelineEntryView,
  UnresolvedObject,
  ValidationResults,
} from '@portcullis/core';

export {
  deliveryStatistics,
  historyPage,
  historyRecord,
  webhook,
  webhookChange,
  webhookDetail,
  webhookStats,
  webhookTest,
} from './webhook-samples.ts';

const at = '2026-03-01T12:00:00.000Z';

export const validationResults: ValidationResults = {
  status: 'passed',
  validationTests: [
    { name: 'Initial Validation: Basic Connection Test', status: 'passed', result: [], id: 'basic-connection' },
    { name: 'Second', status: 'skipped', message: 'Not needed.', phase: 'gate', skipReason: 'not needed' },
  ],
};

export const integration: IntegrationView = {
  id: '7',
  status: 'enabled',
  validationResults,
  type: 'Warehouse',
  autoBootstrap: true,
  config: { host: 'warehouse.example', username: '[REDACTED]' },
};

export const driftReport: DriftReport = {
  status: 'drifted',
  observedAt: at,
  observedAs: 'service',
  examined: 2,
  findings: [
    {
      state: 'changed',
      object: { key: 'log', kind: 'parameter', name: 'retention' },
      message: 'The parameter retention differs from what was made: days.',
      difference: [{ field: 'days', desired: 30, observed: 7 }],
      repair: [],
    },
  ],
  repair: [],
  warnings: [],
};

export const script: ScriptResponse = {
  script: 'CREATE DATABASE "policies";\n',
  language: 'Warehouse SQL',
  fileName: 'create.sql',
  target: 'warehouse.example',
  stages: ['main'],
  warnings: [],
};

export const operationResponse: OperationResponse = { id: '7', status: 'creating', validationResults };

export const capabilities: CapabilitiesView = {
  id: '7',
  type: 'Warehouse',
  features: [
    { feature: 'base', title: 'Views', description: 'Makes views.', state: 'works', why: 'Passed.', tests: [] },
    { feature: 'audit', title: 'Audit', description: 'Keeps a trail.', state: 'off', why: 'Switched off.', tests: [] },
  ],
};

export const unresolved: readonly UnresolvedObject[] = [
  { key: 'database', kind: 'database', name: 'gov', platformId: '16401', begunAt: '2026-03-01T09:00:00.000Z' },
];

export const setupPrivileges: SetupPrivilegesView = {
  type: 'Warehouse',
  autoBootstrap: true,
  target: 'warehouse.example',
  role: { name: 'preparer', runAs: 'an owner' },
  minimal: { possible: true, reasons: [] },
  privileges: [
    {
      name: 'CREATE DATABASE',
      on: 'account',
      withGrant: false,
      grantable: true,
      anyOf: [],
      heldBy: 'setup',
      operations: ['create'],
      objects: [
        { key: 'database', kind: 'database', name: 'policies', operations: ['create'], why: 'Holds what is managed.' },
      ],
      statements: ['GRANT CREATE DATABASE TO "preparer"'],
      grantedBy: 'an owner',
    },
  ],
  script: 'GRANT CREATE DATABASE TO "preparer";\n',
  language: 'Warehouse SQL',
  fileName: 'role.sql',
  warnings: [],
};

export const plan: Plan = {
  hash: 'ab'.repeat(32),
  operation: 'create',
  warnings: [],
  steps: [
    {
      action: 'create',
      object: { key: 'database', kind: 'database', name: 'policies' },
      statement: 'CREATE DATABASE "policies"',
      reason: 'Holds what is managed.',
      privileges: ['CREATE DATABASE'],
      inverse: ['DROP DATABASE "policies"'],
      destructive: false,
      stage: 'main',
      actor: 'setup',
    },
  ],
};

export const dryRunResponse: DryRunResponse = {
  validationResults,
  plan,
  objects: [{ key: 'database', kind: 'database', name: 'policies', effect: 'created' }],
};

export const migrationFacts: MigrationFacts = {
  from: '1.0.0',
  to: '2.0.0',
  editNeeded: [{ action: 'create', object: { key: 'role', kind: 'role', name: 'readers' }, reason: 'Readers use it.' }],
};

export const timelineEntry: TimelineEntryView = {
  id: 5,
  at,
  event: 'validation-failed',
  from: 'enabled',
  status: 'recurringValidationError',
  reason: 'Basic Connection Test: The host does not answer.',
};

export const operation: OperationView = {
  id: 3,
  kind: 'create',
  status: 'succeeded',
  startedAt: at,
  finishedAt: at,
  durationMs: 0,
  planHash: plan.hash,
  statements: 1,
  journal: [
    {
      position: 0,
      direction: 'forward',
      action: 'create',
      object: { key: 'database', kind: 'database', name: 'policies' },
      stage: 'main',
      actor: 'setup',
      statement: 'CREATE DATABASE "policies"',
      status: 'done',
      startedAt: at,
    },
  ],
};

export const types: readonly IntegrationTypeView[] = [
  {
    type: 'Warehouse',
    id: 'warehouse',
    description: 'A warehouse.',
    pluginVersion: '1.0.0',
    bootstrap: 'automatic-or-manual',
    editable: true,
    scripts: ['initial-create', 'create', 'edit', 'delete', 'cleanup'],
    configSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        host: { type: 'string', examples: ['warehouse.example'] },
        port: { $ref: '#/$defs/port' },
        password: { type: 'string', writeOnly: true, format: 'password', examples: ['Correct4Horse'] },
      },
      required: ['host', 'password'],
      additionalProperties: false,
      $defs: { port: { type: 'integer', minimum: 1 } },
    },
    credentialsSchema: {
      type: 'object',
      properties: { password: { type: 'string', writeOnly: true } },
      required: ['password'],
      additionalProperties: false,
    },
    immutable: ['host'],
  },
  {
    type: 'Cluster',
    id: 'cluster',
    description: 'Configured from its own side.',
    pluginVersion: '1.0.0',
    bootstrap: 'none',
    editable: false,
    scripts: [],
    immutable: [],
  },
];

export const clientSetup: ClientSetupView = {
  key: 'shown-to-administrators',
  files: [{ path: 'etc/access.properties', language: 'properties', content: 'key=value\n', note: 'Put it there.' }],
  versions: [{ id: '470', title: '470 and later' }],
};

export const settings: Settings = {
  webhookDeadlineMs: 10_000,
  webhookAutomaticRetry: true,
  webhookRetrySchedule: [5000],
  webhookDisableAfterDays: 5,
  webhookRetentionDays: { succeeded: 7, failed: 30 },
  recurringValidationPeriodMs: 3_600_000,
  tableGrantsRolePrefix: null,
  policyAdjustmentLifetimeDays: 365,
};

export const apiKey: ApiKeyView = {
  id: 5,
  name: 'ci',
  prefix: 'pck_abcdef',
  principalId: 1,
  principalName: 'Ada',
  permissions: ['APPLICATION_ADMIN'],
  createdAt: at,
};

export const createdApiKey: ApiKeyCreatedView = { ...apiKey, key: 'pck_abcdef_shown_once' };

/** Only a snapshot. */
export async function* progress(): AsyncGenerator<ProgressEvent, undefined> {
  yield { event: 'snapshot', id: '3.end', data: { integrationId: 7, status: 'enabled', operation } };
}
