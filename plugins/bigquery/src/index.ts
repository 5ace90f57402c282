/**
 * Google BigQuery for Portcullis. Start at {@link bigquery}; a project is prepared with {@link bigquerySetup}.
 *
 * @packageDocumentation
 */
export { bigquery } from './bigquery.ts';
export type { BigQueryOptions, Endpoints } from './bigquery-options.ts';
export { routineDescription, type ViewsOwner, viewsDatasetLabels } from './objects/views-label.ts';
export { type BigQuerySetup, bigquerySetup } from './setup/bigquery-setup.ts';
export type { BigQuerySetupInput } from './setup/setup-input.ts';
