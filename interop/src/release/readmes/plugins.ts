import type { Plugin } from '@portcullis/plugin-api';
import { bigquery } from '@portcullis/plugin-bigquery';
import { databricks } from '@portcullis/plugin-databricks';
import { redshift } from '@portcullis/plugin-redshift';
import { s3 } from '@portcullis/plugin-s3';
import { snowflake } from '@portcullis/plugin-snowflake';
import { synapse } from '@portcullis/plugin-synapse';
import { trino } from '@portcullis/plugin-trino';

/** Every plugin of the repository by the name of its folder. */
export const PLUGINS: Readonly<Record<string, () => Plugin>> = {
  bigquery,
  databricks,
  redshift,
  s3,
  snowflake,
  synapse,
  trino,
};
