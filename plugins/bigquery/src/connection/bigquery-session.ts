import type { Session } from '@portcullis/plugin-api';
import type { ServiceAccountKey } from '../config/service-account-key.ts';

/** The part of a dataset that this plugin reads. Source: BigQuery REST reference, "REST Resource: v2.datasets". */
export interface Dataset {
  /** `project:dataset`. */
  readonly id: string;
  readonly location: string;
  readonly description: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A dataset in a list. Source: "Method: datasets.list". */
export interface ListedDataset {
  /** `project:dataset`. */
  readonly id: string;
  /** Without the project. */
  readonly name: string;
  readonly location: string;
}

/** A table or view in a list. Source: "Method: tables.list". */
export interface ListedTable {
  readonly name: string;
  /** `TABLE`, `VIEW`, `MATERIALIZED_VIEW`, `EXTERNAL`, `SNAPSHOT` or another type of the platform. */
  readonly type: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A function or procedure in a list. Source: "Method: routines.list". */
export interface ListedRoutine {
  readonly name: string;
  readonly description: string;
}

/** A model of BigQuery ML in a list. Source: "Method: models.list". */
export interface ListedModel {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A filter of datasets by a label, with one value or any value. */
export interface DatasetFilter {
  readonly label: string;
  readonly value?: string;
}

/** An open connection: the account of a key, with an access token. */
export interface BigQuerySession extends Session {
  readonly account: Pick<ServiceAccountKey, 'project' | 'email'>;
  /** Returns a dataset; `undefined` if it does not exist. */
  dataset(datasetId: string, signal: AbortSignal): Promise<Dataset | undefined>;
  /** Lists the datasets of the project that have a label. */
  datasets(filter: DatasetFilter, signal: AbortSignal): Promise<readonly ListedDataset[]>;
  /** Lists the tables and views of a dataset. */
  tables(datasetId: string, signal: AbortSignal): Promise<readonly ListedTable[]>;
  /** Lists the functions and procedures of a dataset. */
  routines(datasetId: string, signal: AbortSignal): Promise<readonly ListedRoutine[]>;
  /** Lists the models of a dataset. */
  models(datasetId: string, signal: AbortSignal): Promise<readonly ListedModel[]>;
  /** Runs a query and returns the cells of its first row. */
  firstRow(query: string, location: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Returns the subset of permissions that the account has on its project. */
  grantedPermissions(names: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>>;
  /** Returns the permissions in a custom role of the project; `undefined` if the role does not exist or was deleted. */
  rolePermissions(role: string, signal: AbortSignal): Promise<readonly string[] | undefined>;
}
