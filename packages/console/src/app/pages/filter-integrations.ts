import type { Integration } from '@portcullis/client';

/** A column that can be sorted by. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly value: (integration: Integration) => string | number;
}

/** The columns of the list. */
export const COLUMNS: readonly Column[] = [
  { id: 'id', title: 'Id', value: ({ id }) => Number(id) },
  { id: 'type', title: 'Type', value: ({ type }) => type },
  { id: 'target', title: 'Target', value: (integration) => targetText(integration) },
  { id: 'mode', title: 'Set-up', value: ({ autoBootstrap }) => String(autoBootstrap ?? '') },
  { id: 'status', title: 'Status', value: ({ status }) => status },
  { id: 'tests', title: 'Tests', value: ({ validationResults }) => validationResults.status },
];

/** Config fields that identify the target of an integration, the most specific first. */
const IDENTIFYING_FIELDS = [
  'name',
  'host',
  'workspaceUrl',
  'dataset',
  'awsAccountId',
  'database',
  'catalog',
  'awsLocationPath',
];

/** Returns the target of an integration, in one line. */
export function targetText({ config = {} }: Pick<Integration, 'config'>): string {
  const values = IDENTIFYING_FIELDS.map((name) => config[name]).filter(
    (value) => typeof value === 'string' && value !== '',
  );
  return values.length > 0 ? values.join(' · ') : '–';
}

/** Filters and sorts integrations as a query says: `filter`, `status`, `sort`, `order`. */
export function filterIntegrations(
  integrations: readonly Integration[],
  query: Readonly<Record<string, string>>,
): readonly Integration[] {
  const { filter = '', status = '', sort = 'id', order } = query;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const { value } = COLUMNS.find(({ id }) => id === sort) ?? (COLUMNS[0] as Column);
  const sorted = integrations
    .filter((integration) => status === '' || integration.status === status)
    .filter((integration) => {
      const text = `${integration.id} ${integration.type} ${targetText(integration)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .toSorted((left, right) => compare(value(left), value(right)) || Number(left.id) - Number(right.id));
  return order === 'desc' ? sorted.toReversed() : sorted;
}

function compare(left: string | number, right: string | number): number {
  return typeof left === 'number' && typeof right === 'number'
    ? left - right
    : String(left).localeCompare(String(right));
}
