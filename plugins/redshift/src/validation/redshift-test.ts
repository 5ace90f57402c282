import type { ValidationTest } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { RedshiftSession } from '../connection/redshift-session.ts';
import type { RedshiftFacts } from '../discover.ts';

/** A validation test of this plugin. */
export type RedshiftTest = ValidationTest<RedshiftConfig, RedshiftFacts, RedshiftSession>;

/** The id of the gate on which all other tests depend. */
export const BASIC_CONNECTION = 'basic-connection';
