import type { TableDeclaration } from './columns.ts';

/** The tables of integrations: the record, the claims on targets, operations, their journal, the ledger of objects, the timeline. */
export const INTEGRATION_TABLES = {
  integrations: {
    columns: {
      id: 'id',
      type: 'text',
      status: 'text',
      statusSince: 'time',
      version: 'integer',
      autoBootstrap: 'boolean',
      /** The config without secrets and, in automatic mode, without privileged paths. */
      config: 'json',
      /** `{ identity, display, scope }`, or null for types without a target. */
      target: 'json?',
      facts: 'json',
      validationResults: 'json',
      everEnabled: 'boolean',
      pluginVersion: 'text',
      /** The instance whose marks its objects carry, if another instance made them; null for this one. */
      markInstance: 'text?',
      /** The reason of an error status, for users. */
      statusReason: 'text?',
      /**
       * The time at which the delete script of a manual set-up was last returned while its account could still sign in; null
       * after a change.
       */
      deleteScriptAt: 'time?',
      createdBy: 'integer?',
      createdAt: 'time',
      updatedAt: 'time',
      /** The time at which it was deleted or disabled. The record is then kept for some days, for pollers. */
      endedAt: 'time?',
    },
    key: ['id'],
    indexes: { byStatus: { columns: ['status'] }, byTenant: { columns: ['tenant', 'id'] } },
  },
  /** One row for each unique resource: a target, an observed identity, a unique name. */
  targetClaims: {
    columns: { claim: 'text', integrationId: 'integer' },
    key: ['tenant', 'claim'],
    indexes: { byIntegration: { columns: ['integrationId'] } },
  },
  operations: {
    columns: {
      id: 'id',
      integrationId: 'integer',
      kind: 'text',
      /** running | succeeded | failed | interrupted */
      status: 'text',
      /** The scope in which operations run one at a time. */
      scope: 'text',
      requestedBy: 'integer?',
      planHash: 'text?',
      plan: 'json?',
      validationResults: 'json?',
      error: 'json?',
      /** Objects left on the platform that should have been removed: `string[]`. */
      leftovers: 'json?',
      leaseOwner: 'text?',
      leaseUntil: 'time?',
      leaseGeneration: 'integer',
      startedAt: 'time',
      finishedAt: 'time?',
    },
    key: ['id'],
    indexes: {
      byIntegration: { columns: ['integrationId', 'id'] },
      running: { columns: ['leaseUntil'], where: { status: 'running' } },
    },
  },
  journalEntries: {
    columns: {
      id: 'id',
      operationId: 'integer',
      integrationId: 'integer',
      position: 'integer',
      /** forward | compensation */
      direction: 'text',
      /** create | alter | drop */
      action: 'text',
      objectKey: 'text',
      objectKind: 'text',
      objectName: 'text',
      stage: 'text',
      actor: 'text',
      role: 'text?',
      /** The canonical text: slots, never secrets. */
      text: 'text',
      /** intended | done | failed | unknown */
      status: 'text',
      /** True when the object was absent before. */
      absentBefore: 'boolean?',
      outputs: 'json?',
      error: 'json?',
      startedAt: 'time',
      finishedAt: 'time?',
    },
    key: ['id'],
    indexes: { byOperation: { columns: ['operationId', 'position', 'id'] } },
  },
  /**
   * The ledger: the objects that each integration owns on its platform, with everything that is needed to remove them without the
   * current code.
   */
  managedObjects: {
    columns: {
      id: 'id',
      integrationId: 'integer',
      key: 'text',
      kind: 'text',
      name: 'text',
      scope: 'text',
      /** Observed scope, kind and normalised name: equal for all owners of a shared object. */
      physicalKey: 'text',
      sharing: 'text',
      by: 'text',
      /** sent | begun | created | manual | adopted | unresolved | claimed */
      origin: 'text',
      /** The platform's own id of the object, recorded after its creation, if the platform has such ids. */
      platformId: 'text?',
      stage: 'text',
      observeStage: 'text',
      createdAs: 'text?',
      mark: 'text',
      /** Rendered drop steps: `[{ text, stage, actor, role, alone, call? }]`. */
      drop: 'json',
      /** Rendered steps that create it again, in the same form; null if they contain secrets. */
      make: 'json?',
      desired: 'json',
      revision: 'text?',
      outputs: 'json?',
      within: 'text?',
      blocks: 'json',
      dropAfter: 'json',
      reversible: 'boolean',
      position: 'integer',
      pluginVersion: 'text',
      createdAt: 'time',
      updatedAt: 'time',
    },
    key: ['id'],
    unique: { oneKeyAnIntegration: ['integrationId', 'key'] },
    indexes: { byPhysicalKey: { columns: ['tenant', 'physicalKey'] } },
  },
  /** The timeline of each integration: changes of its status, and drift that appeared or disappeared. Rows are only added. */
  timelineEntries: {
    columns: {
      id: 'id',
      integrationId: 'integer',
      at: 'time',
      /** An event of the lifecycle, `drift-appeared` or `drift-disappeared`. */
      event: 'text',
      /** Null for a creation, and for drift, which does not change the status. */
      fromStatus: 'text?',
      /** The status from then on. */
      status: 'text',
      reason: 'text?',
      operationId: 'integer?',
      /** The principal; null for the service itself. */
      requestedBy: 'integer?',
      /** Only for drift: `{ total, findings }`, with the first findings. */
      drift: 'json?',
    },
    key: ['id'],
    indexes: { byIntegration: { columns: ['integrationId', 'id'] }, byTime: { columns: ['at'] } },
  },
  /** The last drift report, one row per integration. */
  driftReports: {
    columns: {
      integrationId: 'integer',
      /** True when drift is known. An incomplete observation does not change it. */
      drifted: 'boolean',
      report: 'json',
      observedAt: 'time',
    },
    key: ['integrationId'],
  },
} as const satisfies Readonly<Record<string, TableDeclaration>>;
