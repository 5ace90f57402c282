import { OPERATION_KINDS, OPERATION_STATUSES } from '@portcullis/core';
import { z } from 'zod';
import { JSON_OR_YAML } from '../body/content-type.ts';
import { EVENT_STREAM, progressResponse } from '../event-stream/progress-response.ts';
import { nextPage } from '../parameters/next-page.ts';
import { booleanParameter } from '../parameters/parse-query.ts';
import { preconditionsOf } from '../parameters/preconditions.ts';
import { NO_STORE, ok } from '../responses/route-response.ts';
import { defineRoute } from '../routing/define-route.ts';

/** A parameter that is passed on unchanged. The service validates it, so that functions and HTTP behave alike. */
const passedOn = (schema: Readonly<Record<string, unknown>>) => z.string().optional().meta(schema);

const operationsQuery = z.strictObject({
  kind: passedOn({ enum: OPERATION_KINDS, description: 'Only records with this value.' }),
  status: passedOn({ enum: OPERATION_STATUSES, description: 'Only records with this value.' }),
  sortOrder: passedOn({ enum: ['asc', 'desc'], default: 'asc', description: 'By id.' }),
  after: passedOn({ type: 'integer', minimum: 1, description: 'Only operations after this one.' }),
  pageSize: passedOn({ type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
});
const timelineQuery = z.strictObject({
  sortOrder: passedOn({ enum: ['asc', 'desc'], default: 'asc', description: 'By id, which is the order of time.' }),
  after: passedOn({ type: 'integer', minimum: 1, description: 'Only entries after this one.' }),
  pageSize: passedOn({ type: 'integer', minimum: 1, maximum: 1000, default: 100 }),
});
const dryRun = booleanParameter().optional().describe('Validate and plan; change nothing.');

/** Routes of integrations beyond the interface. */
export const INTEGRATION_EXTRA_ROUTES = [
  defineRoute({
    method: 'GET',
    path: '/integrations/types',
    operationId: 'listIntegrationTypes',
    tag: 'Integrations',
    summary: 'List the installed types, each with the JSON Schema of its config',
    responses: { 200: { schema: { listOf: 'IntegrationType' }, description: 'All types.' } },
    async run({ portcullis, context }) {
      return ok(await portcullis.integrations.types(context));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/privileges',
    operationId: 'getSetupPrivileges',
    tag: 'Integrations',
    summary:
      'Get the least-privileged role that can set up a config, and the script that creates the role; secrets may be left out, except those that identify the target',
    body: { mediaTypes: JSON_OR_YAML, required: true, schema: 'SetupPrivilegesBody' },
    offers: ['application/json', 'text/plain'],
    responses: {
      200: { schema: 'SetupPrivileges', description: 'The privileges and the script. As text: the script.' },
    },
    errors: ['TYPE_UNKNOWN', 'AUTO_BOOTSTRAP_INVALID'],
    async run({ portcullis, context, body, mediaType }) {
      const response = await portcullis.integrations.privileges(context, body);
      return mediaType === 'application/json'
        ? ok(response)
        : { status: 200, text: { mediaType, content: response.script } };
    },
  }),
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
    errors: ['INTEGRATION_NOT_FOUND'],
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
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'PLUGIN_OUTDATED'],
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
      'MIGRATION_NOT_POSSIBLE',
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
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/drift',
    operationId: 'getIntegrationDrift',
    tag: 'Integrations',
    summary: 'Compare the platform with the ledger of an integration, as its service account',
    query: z.strictObject({
      last: booleanParameter().optional().describe('Return the last report; compare only if there is none.'),
    }),
    responses: {
      200: { schema: 'DriftReport', description: 'The differences, with the statements that repair them.' },
    },
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'PLUGIN_OUTDATED'],
    async run({ portcullis, context, id, query }) {
      return ok(await portcullis.integrations.drift(context, id, undefined, query));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/drift',
    operationId: 'observeIntegrationDrift',
    tag: 'Integrations',
    summary: 'Compare the platform with the ledger of an automatic integration, as the privileged account in the body',
    body: { mediaTypes: JSON_OR_YAML, required: false, schema: 'CredentialsBody' },
    responses: {
      200: { schema: 'DriftReport', description: 'The differences, with the statements that repair them.' },
    },
    errors: ['CREDENTIALS_REFUSED', 'REDACTED_VALUE', 'INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'PLUGIN_OUTDATED'],
    async run({ portcullis, context, id, body }) {
      return ok(await portcullis.integrations.drift(context, id, body));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/unclear',
    operationId: 'listUnclearObjects',
    tag: 'Integrations',
    summary: 'List the objects on the platform whose owner is unclear',
    responses: { 200: { schema: { listOf: 'UnclearObject' }, description: 'The objects that wait for a decision.' } },
    errors: ['INTEGRATION_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.unclear(context, id));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/unclear',
    operationId: 'decideUnclearObject',
    tag: 'Integrations',
    summary: 'Decide who owns an unclear object; the next operation continues with it',
    body: { mediaTypes: JSON_OR_YAML, required: true, schema: 'UnclearDecisionBody' },
    responses: { 200: { schema: { listOf: 'UnclearObject' }, description: 'The objects that are still unclear.' } },
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY', 'OBJECT_NOT_UNCLEAR'],
    async run({ portcullis, context, id, body }) {
      return ok(await portcullis.integrations.decideUnclear(context, id, body));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/capabilities',
    operationId: 'getCapabilities',
    tag: 'Integrations',
    summary: 'Get the state of each feature, as of the last validation',
    responses: { 200: { schema: 'Capabilities', description: 'The capability matrix.' } },
    errors: ['INTEGRATION_NOT_FOUND'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.capabilities(context, id));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/integrations/{id}/client-setup',
    operationId: 'getClientSetup',
    tag: 'Integrations',
    summary: 'Get the integration key and the files with which an administrator configures the platform',
    query: z.strictObject({ version: z.string().optional().describe('One of versions in the response.') }),
    responses: { 200: { schema: 'ClientSetup', description: 'Shows the key: must not be cached.' } },
    errors: ['INTEGRATION_NOT_FOUND'],
    async run({ portcullis, context, id, query, hostUrl }) {
      return ok(await portcullis.integrations.clientSetup(context, id, { ...query, baseUrl: hostUrl() }), NO_STORE);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/integrations/{id}/regenerate',
    operationId: 'regenerateIntegrationKey',
    tag: 'Integrations',
    summary: 'Make a new integration key; the old one stays valid for a limited time',
    responses: { 200: { schema: 'StatusResponse', description: 'The key was made. The client set-up shows it.' } },
    errors: ['INTEGRATION_NOT_FOUND', 'INTEGRATION_BUSY'],
    async run({ portcullis, context, id }) {
      return ok(await portcullis.integrations.regenerate(context, id));
    },
  }),
];
