import { createHash } from 'node:crypto';

/** The key of the label on datasets that the host creates at run time. */
export const VIEWS_LABEL = 'portcullis-views';

/** The integration that a dataset of views belongs to: its project and the dataset of its config. */
export interface ViewsOwner {
  readonly project: string;
  readonly dataset: string;
}

/**
 * Returns the labels that a host must put on each dataset with the suffix that it creates, and on each view in it. A
 * removal finds these datasets only by the labels; datasets without them remain, and so do datasets with other views.
 *
 * @example
 * ```ts
 * const labels = viewsDatasetLabels({ project: 'acme-analytics', dataset: 'governance' });
 * ```
 */
export function viewsDatasetLabels(owner: ViewsOwner): Readonly<Record<string, string>> {
  return { [VIEWS_LABEL]: viewsLabel(owner) };
}

/**
 * Returns the description of a function that a host creates in the dataset of the service: functions have no labels,
 * so their description ends with the owner.
 *
 * @example
 * ```ts
 * const description = routineDescription({ project: 'acme-analytics', dataset: 'governance' }, 'Masks an e-mail address.');
 * ```
 */
export function routineDescription(owner: ViewsOwner, description: string): string {
  return `${description} ${routineMark(owner)}`;
}

/** Returns the end of the description of a function of the host. */
export function routineMark(owner: ViewsOwner): string {
  return routineMarkOf(viewsLabel(owner));
}

/** Returns the end of the description of a function whose owner has a label. */
export function routineMarkOf(label: string): string {
  return `[${label}]`;
}

/**
 * Returns the value of the label: a digest, because names of datasets can contain upper-case letters and can be longer
 * than values.
 */
export function viewsLabel({ project, dataset }: ViewsOwner): string {
  return createHash('sha256').update(`${project}:${dataset}`).digest('hex').slice(0, 40);
}
