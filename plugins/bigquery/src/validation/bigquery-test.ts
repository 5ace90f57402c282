import type { ValidationTest } from '@portcullis/plugin-api';
import type { BigQueryConfig } from '../config/config-schema.ts';
import type { BigQuerySession } from '../connection/bigquery-session.ts';

/** A validation test of this plugin. */
export type BigQueryTest = ValidationTest<BigQueryConfig, Record<string, never>, BigQuerySession>;

/** The id of the test that all others depend on. */
export const BASIC_CONNECTION = 'basic-connection';
