/**
 * Google BigQuery for Portcullis. So far: the set-up of a project, see {@link bigquerySetup}.
 *
 * @packageDocumentation
 */
export { type BigQuerySetup, bigquerySetup } from './setup/bigquery-setup.ts';
export type { BigQuerySetupInput } from './setup/setup-input.ts';
