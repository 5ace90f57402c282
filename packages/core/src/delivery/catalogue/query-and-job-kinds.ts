import { initiator, type KindDescription, model } from './kind-description.ts';

/** Kinds about queries, tasks, bulk jobs, health checks, and validations of integrations. */
export const QUERY_AND_JOB_KINDS = {
  bulkJobStatus: {
    trigger: 'A bulk action ended, in success or failure.',
    text: 'The bulk job {jobName} ended: {outcome}.',
    required: ['outcome'],
    optional: ['jobName', 'reason'],
  },
  firstQuery: {
    trigger: 'A data source was queried for the first time.',
    text: '{actionByName} was the first to query {modelName}.',
    required: [...model, ...initiator],
    optional: ['modelName'],
  },
  healthCheckFailed: {
    trigger: 'A health check found something unhealthy.',
    text: 'A health check of {modelName} failed: {reason}.',
    required: [],
    optional: ['modelName', 'integrationId', 'integrationType', 'reason'],
  },
  healthCheckResolved: {
    trigger: 'A health check found that what was unhealthy is healthy again.',
    text: 'A health check of {modelName} passes again.',
    required: [],
    optional: ['modelName', 'integrationId', 'integrationType'],
  },
  nativeIntegrationValidationFailed: {
    trigger: 'The recurring validation of an integration failed.',
    text: 'The validation of the {integrationType} integration {integrationId} failed: {reason}.',
    required: ['integrationId', 'integrationType'],
    optional: ['reason'],
  },
  queryCanceled: {
    trigger: 'A running query was canceled because its data source changed.',
    text: 'A query on {modelName} was canceled because the data source changed.',
    required: model,
    optional: ['modelName', 'queryName', 'reason'],
  },
  queryCreated: {
    trigger: 'A public query was created.',
    text: '{actionByName} created the query {queryName}.',
    required: initiator,
    optional: ['modelName', 'queryName'],
  },
  queryUpdated: {
    trigger: 'A public query was changed.',
    text: '{actionByName} updated the query {queryName}.',
    required: initiator,
    optional: ['modelName', 'queryName'],
  },
  taskDeleted: {
    trigger: 'An outstanding task of a data source was deleted without validation.',
    text: 'The task {taskName} of {modelName} was deleted.',
    required: model,
    optional: ['modelName', 'taskName'],
  },
  taskValidated: {
    trigger: 'An outstanding task of a data source was validated.',
    text: 'The task {taskName} of {modelName} was validated.',
    required: model,
    optional: ['modelName', 'taskName'],
  },
} as const satisfies Readonly<Record<string, KindDescription>>;
