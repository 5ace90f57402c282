import type { TableName } from '../ports/store/tables.ts';

/** A table whose rows are found by an index, and what hangs on them. */
export interface RemovalBranch {
  readonly table: TableName;
  /** The column that names the row above; rows at the top are found by their tenant. */
  readonly by?: string;
  /** The value of the column for a row above. @default its id */
  readonly value?: (id: number) => string;
  /** Rows that are removed before each page of these, in this order. */
  readonly children?: readonly RemovalBranch[];
  /** True when the rows themselves are left for a later branch. */
  readonly keeps?: boolean;
}

/**
 * The order in which the rows of a tenant are removed. Endpoint queues first, so that nothing is claimed any more. Deliveries before
 * their attempts: an attempt that is under way is recorded only while its delivery exists. What no branch names is found by its tenant.
 */
export const REMOVAL_PLAN: readonly RemovalBranch[] = [
  {
    table: 'webhooks',
    keeps: true,
    children: [
      { table: 'endpointQueues', by: 'webhookId' },
      { table: 'subscriptions', by: 'webhookId' },
    ],
  },
  {
    table: 'events',
    children: [
      { table: 'deliveries', by: 'eventId' },
      { table: 'attempts', by: 'eventId' },
    ],
  },
  {
    table: 'webhooks',
    children: [
      { table: 'attempts', by: 'webhookId' },
      { table: 'secrets', by: 'owner', value: (id) => `webhook:${id}` },
    ],
  },
  {
    table: 'integrations',
    children: [
      { table: 'operations', by: 'integrationId', children: [{ table: 'journalEntries', by: 'operationId' }] },
      { table: 'managedObjects', by: 'integrationId' },
      { table: 'targetClaims', by: 'integrationId' },
      { table: 'driftReports', by: 'integrationId' },
      { table: 'integrationKeys', by: 'integrationId' },
      { table: 'secrets', by: 'owner', value: (id) => `integration:${id}` },
    ],
  },
];
