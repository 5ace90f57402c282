/** A permission that the service account needs on the project. */
export interface NeededPermission {
  readonly name: string;
  /** The purpose, as part of a sentence. */
  readonly why: string;
}

/**
 * The permissions of the custom role: the minimum with which the service creates its dataset, maintains views and
 * functions in datasets, and removes them. Sources: Google Cloud documentation, "BigQuery IAM roles and permissions", "Changes
 * to dataset-level access controls" (both permissions of the policy).
 */
export const NEEDED_PERMISSIONS: readonly NeededPermission[] = [
  { name: 'bigquery.jobs.create', why: 'to run queries, such as the connection test' },
  { name: 'bigquery.datasets.create', why: 'to create the dataset of the service' },
  { name: 'bigquery.datasets.get', why: 'to check whether the dataset exists, its owner and its location' },
  { name: 'bigquery.datasets.update', why: 'to label datasets and to authorise views on them' },
  { name: 'bigquery.datasets.getIamPolicy', why: 'to read which views are authorised on datasets' },
  { name: 'bigquery.datasets.setIamPolicy', why: 'to authorise views on datasets' },
  { name: 'bigquery.datasets.delete', why: 'to remove the dataset of the service' },
  { name: 'bigquery.tables.create', why: 'to create policy-enforced views' },
  { name: 'bigquery.tables.get', why: 'to read the columns of tables for views' },
  { name: 'bigquery.tables.getData', why: 'to let views read their tables' },
  { name: 'bigquery.tables.list', why: 'to find tables and views' },
  { name: 'bigquery.tables.update', why: 'to update views' },
  { name: 'bigquery.tables.delete', why: 'to remove views, alone or with their dataset' },
  { name: 'bigquery.routines.create', why: 'to create the functions that views call' },
  { name: 'bigquery.routines.get', why: 'to read those functions' },
  { name: 'bigquery.routines.list', why: 'to find those functions' },
  { name: 'bigquery.routines.update', why: 'to update those functions' },
  { name: 'bigquery.routines.delete', why: 'to remove those functions, alone or with their dataset' },
  { name: 'bigquery.models.list', why: 'to find the models of others, before a dataset is removed' },
  { name: 'iam.roles.get', why: 'to see that the custom role exists' },
];
