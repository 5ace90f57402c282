import type { NotificationKind } from '@portcullis/client';
import { currentRoute, setQuery } from '../../routing/current-route.ts';

/** Every filter of the HTTP interface for deliveries. */
export function HistoryFilters({
  kinds,
  hasScope,
}: {
  readonly kinds: readonly NotificationKind[];
  readonly hasScope: boolean;
}) {
  const { query } = currentRoute.value;
  const select = (name: string, label: string, options: readonly (readonly [string, string])[], fallback = '') => (
    <div class="field">
      <label for={`history-${name}`}>{label}</label>
      <select
        id={`history-${name}`}
        value={query[name] ?? fallback}
        onChange={(event) => setQuery({ ...query, offset: '', [name]: event.currentTarget.value })}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <search class="filters">
      {select('successOrFailure', 'Outcome', [
        ['', 'All'],
        ['success', 'Succeeded'],
        ['failure', 'Failed'],
      ])}
      {select('notificationType', 'Notification', [
        ['', 'All'],
        ...kinds
          .filter(({ kind }) => kind !== 'ALL_NOTIFICATIONS')
          .map(({ kind, trigger }) => [kind, `${kind}: ${trigger}`] as const),
      ])}
      {hasScope &&
        select(
          'includeGlobal',
          'Of global webhooks',
          [
            ['true', 'Included'],
            ['false', 'Excluded'],
          ],
          'true',
        )}
      {hasScope &&
        select(
          'includeUser',
          'Of personal webhooks',
          [
            ['true', 'Included'],
            ['false', 'Excluded'],
          ],
          'true',
        )}
      {select(
        'sortField',
        'Sort by',
        [
          ['createdAt', 'Time'],
          ['updatedAt', 'Last change'],
          ['statusCode', 'Status code'],
          ['notificationType', 'Notification'],
          ['id', 'Id'],
        ],
        'createdAt',
      )}
      {select(
        'sortOrder',
        'Order',
        [
          ['desc', 'Descending'],
          ['asc', 'Ascending'],
        ],
        'desc',
      )}
      {select(
        'pageSize',
        'Entries per page',
        [
          ['20', '20'],
          ['50', '50'],
          ['200', '200'],
        ],
        '20',
      )}
    </search>
  );
}
