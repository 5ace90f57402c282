import { bigquery, bigquerySetup, viewsDatasetLabels } from '@portcullis/plugin-bigquery';

export const warehouse = bigquery();

export const setup = bigquerySetup({ project: 'acme-analytics', role: 'portcullis', dataset: 'governance' });

/** The labels that the host puts on each dataset of views that it creates, and on each view in it. */
export const labels = viewsDatasetLabels({ project: 'acme-analytics', dataset: 'governance' });
