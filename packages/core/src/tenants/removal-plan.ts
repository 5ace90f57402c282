import type { TableName } from '../ports/store/tables.ts';
import { integrationSecretOwner, webhookSecretOwner } from '../security/seal/secret-owners.ts';

/** A table whose rows are found by an index, and the rows that depend on them. */
export interface RemovalBranch {
  readonly table: TableName;
  /** The column that names the parent row; rows without a parent are found by their tenant. */
  readonly by?: string;
  /** The value of the column for a parent row. @default its id */
  readonly value?: (id: number) => string;
  /**
   * The columns of an index, without the tenant, in whose order the rows are read. Large tables need it: each page would
   * otherwise sort all rows of its parents. @default the key
   */
  readonly orderBy?: readonly string[];
  /** Rows that are removed before each page of these, in this order. */
  readonly children?: readonly RemovalBranch[];
  /** True if a later branch removes the rows themselves. */
  readonly keeps?: boolean;
}

/**
 * The order in which the rows of a tenant are removed. Endpoint queues are first, so that nothing is claimed any more. Deliveries
 * are before their attempts, because an attempt in flight is recorded only while its delivery exists. Rows of other tables are
 * found by their tenant.
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
    orderBy: ['createdAt', 'id'],
    children: [
      { table: 'deliveries', by: 'eventId', orderBy: ['eventId', 'webhookId'] },
      { table: 'attempts', by: 'eventId', orderBy: ['eventId', 'id'] },
    ],
  },
  {
    table: 'webhooks',
    children: [
      { table: 'attempts', by: 'webhookId', orderBy: ['webhookId', 'createdAt', 'id'] },
      { table: 'secrets', by: 'owner', value: webhookSecretOwner },
    ],
  },
  {
    table: 'integrations',
    children: [
      { table: 'operations', by: 'integrationId', children: [{ table: 'journalEntries', by: 'operationId' }] },
      { table: 'managedObjects', by: 'integrationId' },
      { table: 'targetClaims', by: 'integrationId' },
      { table: 'timelineEntries', by: 'integrationId' },
      { table: 'driftReports', by: 'integrationId' },
      { table: 'integrationKeys', by: 'integrationId' },
      { table: 'secrets', by: 'owner', value: integrationSecretOwner },
    ],
  },
  { table: 'attempts', orderBy: ['createdAt', 'id'] },
  { table: 'deliveryStatistics', orderBy: ['span', 'webhookId', 'startsAt'] },
];
