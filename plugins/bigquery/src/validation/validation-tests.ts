import { basicConnection } from './basic-connection.ts';
import type { BigQueryTest } from './bigquery-test.ts';
import { datasetLocation } from './dataset-location.ts';
import { keyIsWellFormed, keyMatchesProject, notDataSourceCredential } from './key-tests.ts';
import { projectPermissions } from './project-permissions.ts';

/** The validation tests, in the order of responses. The tests derived from the managed objects follow them. */
export const VALIDATION_TESTS: readonly BigQueryTest[] = [
  keyIsWellFormed,
  basicConnection,
  keyMatchesProject,
  notDataSourceCredential,
  projectPermissions,
  datasetLocation,
];
