import { OPERATION_KINDS, OPERATION_STATUSES } from '@portcullis/core';
import { z } from 'zod';
import { EVENT_STREAM, progressResponse } from '../event-stream/progress-response.ts';
import { nextPage } from '../parameters/next-page.ts';
import { booleanParameter } from '../parameters/parse-query.ts';
import { passedThrough } from '../parameters/passed-through.ts';
import { preconditionsOf } from '../parameters/preconditions.ts';
import { ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

const operationsQuery = z.strictObject({
  kind: passedThrough({ enum: OPERATION_KINDS, description: 'Only records with this value.' }),
  status: passedThrough({ enum: OPERATION_STATUSES, description: 'Only records with this value.' }),
  sortOrder: passedThrough({ enum: ['asc', 'desc'], default: 'asc', description: 'By id.' }),
  after: passedThrough({ type: 'integer', minimum: 1, description: 'Only operations after this one.' }),
  pageSize: passedThrough({ type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
});
const timelineQuery = z.strictObject({
  sortOrder: passedThrough({
    enum: ['asc', 'desc'],
    default: 'asc',
    description: 'By id, which is the order of time.',
  }),
  after: passedThrough({ type: 'integer', minimum: 1, description: 'Only entries after this one.' }),
  pageSize: passedThrough({ type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
});
const dryRun = booleanParameter().optional().describe('Validate and plan; change nothing.');

/** The operations of an integration and its timeline, and the requests for a validation and a migration. */
export const INTEGRATION_OPERATION_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/operations',
    operationId: 'listIntegrationOperations',
    tag: 'Integrations',
    summary: 'List the operations of an integration, each with the journal of its statements, or follow them live',
    query: operationsQuery,
    headers: ['Last-Event-ID'],
    offers: ['application/json', EVENT_STREAM],
    responses: {
      200: {
        schema: { listOf: 'Operation' },
        description:
          'A page of operations. As `text/event-stream`: a snapshot, then live events until an operation has ended; `event`, `id` and `data` of each event are those of the schema.',
      },
      204: { schema: 'nothing', description: 'No more events follow: the integration has ended.' },
    },
    errors: ['INTEGRATION_NOT_FOUND', 'TENANT_LIMIT'],
    async run(call) {
      if (call.mediaType === EVENT_STREAM) return progressResponse(call);
      const { portcullis, context, id, query, routesUrl } = call;
      const operations = await portcullis.integrations.operations(context, id, query);
      return ok(operations, nextPage(operations, query, `${routesUrl}/integrations/${id}/operations`));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/timeline',
    operationId: 'listIntegrationTimeline',
    tag: 'Integrations',
    summary: 'List the changes of the status of an integration, and when drift appeared and disappeared',
    query: timelineQuery,
    responses: { 200: { schema: { listOf: 'TimelineEntry' }, description: 'A page of the timeline.' } },
    errors: ['INTEGRATION_NOT_FOUND'],
    async run({ portcullis, context, id, query, routesUrl }) {
      const entries = await portcullis.integrations.timeline(context, id, query);
      return ok(entries, nextPage(entries, query, `${routesUrl}/integrations/${id}/timeline`));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/validate',
    operationId: 'validateIntegration',
    tag: 'Integrations',
    summary: 'Validate a stored integration now, with the tests of the recurring validation',
    responses: { 200: { schema: 'ValidationResults', description: 'The results, also when a test failed.' } },
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'PLUGIN_NOT_INSTALLED', 'PLUGIN_OUTDATED'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.validate(context, id));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/migrate',
    operationId: 'migrateIntegration',
    tag: 'Integrations',
    summary: 'Migrate an integration that an older version of its plugin has stored to the installed version',
    query: z.strictObject({ dryRun }),
    headers: ['If-Match', 'If-Plan'],
    responses: {
      200: {
        schema: { oneOf: ['MigrationResponse', 'MigrationDryRunResponse'] },
        description: 'The migration has begun; poll the status. With dryRun: the results of the tests, and the plan.',
      },
    },
    errors: [
      'INTEGRATION_NOT_FOUND',
      'INTEGRATION_BUSY',
      'MIGRATION_NOT_AVAILABLE',
      'PLUGIN_NOT_INSTALLED',
      'PLUGIN_OUTDATED',
      'VERSION_MISMATCH',
      'PLAN_CHANGED',
      'VALIDATION_FAILED',
      'TENANT_LIMIT',
    ],
    async run({ portcullis, context, id, query, headers }) {
      const options = { dryRun: query.dryRun, ...preconditionsOf(headers) };
      return ok(await portcullis.integrations.migrate(context, id, options));
    },
  }),
];
