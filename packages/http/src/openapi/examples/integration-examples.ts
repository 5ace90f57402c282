import type { ComponentExamples } from './component-examples.ts';

const validationResults = {
  status: 'passed' as const,
  validationTests: [
    {
      id: 'connection',
      name: 'Initial Validation: Basic Connection Test',
      phase: 'gate' as const,
      status: 'passed' as const,
      result: [],
      durationMs: 412,
    },
  ],
};

const database = { key: 'database', kind: 'database', name: 'governance' };

const step = {
  action: 'create' as const,
  object: database,
  statement: 'CREATE DATABASE "governance"',
  reason: 'Holds the policies.',
  privileges: ['CREATEDB'],
  inverse: ['DROP DATABASE "governance"'],
  destructive: false,
  stage: 'initial',
  actor: 'setup' as const,
};

const plan = {
  hash: '5f1d7a84db00d2fce00b31a7fc73224f4cf0d2ac8b0e0a8d6a05d4b0ac0d5ad1',
  operation: 'create' as const,
  steps: [step],
  warnings: [],
};

const operationResponse = { id: '7', status: 'creating' as const, validationResults };
const migration = { from: '1.4.0', to: '2.0.0', editNeeded: [] };

/** Examples of the integrations resource. */
export const INTEGRATION_EXAMPLES = {
  Integration: {
    id: '7',
    status: 'enabled',
    validationResults,
    type: 'Redshift',
    autoBootstrap: true,
    config: {
      host: 'warehouse.abc123xyz789.eu-central-1.redshift.amazonaws.com',
      database: 'governance',
      authenticationType: 'userPassword',
      username: '[REDACTED]',
      password: '[REDACTED]',
    },
  },
  OperationResponse: operationResponse,
  DryRunResponse: {
    validationResults,
    plan,
    objects: plan.steps.map(({ object }) => ({ ...object, effect: 'created' as const })),
  },
  MigrationResponse: { ...operationResponse, status: 'migrating', ...migration },
  MigrationDryRunResponse: {
    validationResults,
    plan: { ...plan, operation: 'migrate', steps: [] },
    objects: [{ ...database, effect: 'kept' }],
    ...migration,
  },
  StatusResponse: { id: 7, status: 'enabled' },
  Operation: {
    id: 12,
    kind: 'create',
    status: 'succeeded',
    startedAt: '2026-03-01T12:00:00.000Z',
    finishedAt: '2026-03-01T12:00:09.310Z',
    durationMs: 9310,
    planHash: plan.hash,
    statements: 1,
    journal: [
      {
        position: 0,
        direction: 'forward',
        action: 'create',
        object: database,
        stage: 'initial',
        actor: 'setup',
        statement: step.statement,
        status: 'done',
        startedAt: '2026-03-01T12:00:01.020Z',
        finishedAt: '2026-03-01T12:00:02.140Z',
        durationMs: 1120,
      },
    ],
  },
  TimelineEntry: {
    id: 31,
    at: '2026-03-02T09:30:00.000Z',
    event: 'validation-failed',
    from: 'enabled',
    status: 'recurringValidationError',
    reason: 'Initial Validation: Basic Connection Test: The host refused the connection.',
  },
  ValidationResults: validationResults,
  DriftReport: {
    status: 'drifted',
    observedAt: '2026-03-02T09:30:00.000Z',
    observedAs: 'service',
    examined: 9,
    findings: [
      {
        state: 'missing',
        object: database,
        message: 'The database governance is missing.',
        difference: [],
        repair: [step],
      },
    ],
    repair: [step],
    warnings: [],
  },
  UnresolvedObject: {
    key: 'database',
    kind: 'database',
    name: 'governance',
    platformId: '16401',
    begunAt: '2026-03-01T12:00:01.020Z',
  },
  OwnershipDecisionBody: { object: 'database', decision: 'adopt' },
  Capabilities: {
    id: '7',
    type: 'Redshift',
    features: [
      {
        feature: 'audit',
        title: 'Query audit',
        description: 'Reads the queries that users run.',
        state: 'works',
        why: 'Its tests passed.',
        tests: [{ id: 'audit-log', name: 'Audit Log Access', status: 'passed' }],
      },
    ],
  },
} satisfies ComponentExamples;
