import { type Integration, listIntegrations } from '@portcullis/client';
import { Button } from '../components/button.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { Status, statusText } from '../components/status.tsx';
import { currentRoute, setQuery } from '../routing/current-route.ts';
import { pageOfList } from '../routing/page-of-list.ts';
import { toHash } from '../routing/route.ts';
import { client } from '../service/session.ts';
import { useLoad } from '../service/use-load.ts';
import { useRefresh } from '../service/use-refresh.ts';
import { COLUMNS, type Column, filterIntegrations, targetText } from './filter-integrations.ts';
import { IntegrationStatus } from './integration-status.tsx';

/** All integrations, filtered and sorted by the address. */
export function IntegrationsList() {
  const loaded = useLoad(() => listIntegrations({ client }), 'integrations');
  // Drift, and the end of an operation, show without a reload.
  useRefresh(loaded.refresh);
  return (
    <Page
      title="Integrations"
      aside={
        <>
          <Button
            kind="quiet"
            isBusy={loaded.isLoading && loaded.value !== undefined}
            onClick={() => void loaded.reload()}
          >
            Refresh
          </Button>
          <a class="primary" href={toHash(['integrations', 'new'])}>
            New integration
          </a>
        </>
      }
    >
      <Loading of={loaded}>
        {(integrations) => (integrations.length === 0 ? <EmptyState /> : <Table integrations={integrations} />)}
      </Loading>
    </Page>
  );
}

function EmptyState() {
  return (
    <div class="empty">
      <h2>No integration yet</h2>
      <p>
        An integration connects the service with one data platform. You see its plan before anything is changed there.
      </p>
      <a class="primary" href={toHash(['integrations', 'new'])}>
        Create the first one
      </a>
    </div>
  );
}

function Table({ integrations }: { readonly integrations: readonly Integration[] }) {
  const { query } = currentRoute.value;
  const shown = filterIntegrations(integrations, query);
  const statuses = [...new Set(integrations.map(({ status }) => status))];
  const page = pageOfList(shown, query, integrations.length);
  const change = (name: string, value: string) => setQuery({ ...query, offset: '', [name]: value });
  return (
    <>
      <search class="filters">
        <div class="field">
          <label for="filter">Filter</label>
          <input
            id="filter"
            type="search"
            placeholder="type, target or id"
            value={query.filter ?? ''}
            onInput={(event) => change('filter', event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="status">Status</label>
          <select
            id="status"
            value={query.status ?? ''}
            onChange={(event) => change('status', event.currentTarget.value)}
          >
            <option value="">All</option>
            {statuses.map((status) => (
              <option key={status} value={status}>
                {statusText(status)}
              </option>
            ))}
          </select>
        </div>
      </search>
      <table class="list">
        <caption class="for-readers">Integrations</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <SortableHeading key={column.id} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {page.items.map((integration) => (
            <tr key={integration.id}>
              <td data-label="Id">{integration.id}</td>
              <td data-label="Type">
                <a href={toHash(['integrations', integration.id])}>{integration.type}</a>
              </td>
              <td data-label="Target" class="target">
                {targetText(integration)}
              </td>
              <td data-label="Set-up">
                {integration.autoBootstrap === undefined ? '–' : integration.autoBootstrap ? 'Automatic' : 'Manual'}
              </td>
              <td data-label="Status">
                <IntegrationStatus integration={integration} />
              </td>
              <td data-label="Tests">
                {integration.validationResults.validationTests.length === 0 ? (
                  '–'
                ) : (
                  <Status state={integration.validationResults.status} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="fine" role="status">
        {page.summary}
      </p>
      <Pager {...page} count={shown.length} labels={['Previous page', 'Next page']} />
    </>
  );
}

function SortableHeading({ column: { id, title } }: { readonly column: Column }) {
  const { query } = currentRoute.value;
  const isSorted = (query.sort ?? 'id') === id;
  const isDescending = query.order === 'desc';
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        onClick={() => setQuery({ ...query, sort: id, order: isSorted && !isDescending ? 'desc' : '' })}
      >
        {title}
        <span aria-hidden="true">{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
