import { listWebhooks, type Webhook } from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Status } from '../../components/status.tsx';
import { currentRoute, setQuery } from '../../routing/current-route.ts';
import { pageOfList } from '../../routing/page-of-list.ts';
import { toHash } from '../../routing/route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { filterWebhooks } from './filter-webhooks.ts';
import { useWebhookStates } from './use-webhook-states.ts';

/** The webhooks that the key may see, each with its state. */
export function WebhooksList() {
  const loaded = useLoad(() => listWebhooks({ client }), 'webhooks');
  return (
    <Page
      title="Webhooks"
      aside={
        <>
          <Button
            kind="quiet"
            isBusy={loaded.isLoading && loaded.value !== undefined}
            onClick={() => void loaded.reload()}
          >
            Refresh
          </Button>
          <a class="primary" href={toHash(['webhooks', 'new'])}>
            New webhook
          </a>
        </>
      }
    >
      <Loading of={loaded}>
        {(webhooks) => (webhooks.length === 0 ? <EmptyState /> : <Table webhooks={webhooks} />)}
      </Loading>
    </Page>
  );
}

function EmptyState() {
  return (
    <div class="empty">
      <h2>No webhook yet</h2>
      <p>A webhook notifies another system of what happens here. You can test it before you save it.</p>
    </div>
  );
}

function Table({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const { query } = currentRoute.value;
  const found = filterWebhooks(webhooks, query);
  const page = pageOfList(found, query, webhooks.length);
  const states = useWebhookStates(page.items, webhooks);
  return (
    <>
      <search class="filters">
        <div class="field">
          <label for="filter">Filter</label>
          <input
            id="filter"
            type="search"
            placeholder="name, address or kind"
            value={query.filter ?? ''}
            onInput={(event) => setQuery({ ...query, offset: '', filter: event.currentTarget.value })}
          />
        </div>
      </search>
      <table class="list">
        <caption class="for-readers">Webhooks</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Address</th>
            <th scope="col">Notifications</th>
            <th scope="col">Scope</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {page.items.map(({ id, name, url, notificationType, global }) => (
            <tr key={id}>
              <td data-label="Name">
                <a href={toHash(['webhooks', id])}>{name}</a>
              </td>
              <td data-label="Address" class="target">
                {url}
              </td>
              <td data-label="Notifications">
                {notificationType.length === 1 ? notificationType[0] : `${notificationType.length} kinds`}
              </td>
              <td data-label="Scope">{global ? 'All' : 'Own'}</td>
              <td data-label="State">
                <State state={states.get(id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="fine" role="status">
        {page.summary}
      </p>
      <Pager {...page} count={found.length} labels={['Previous page', 'Next page']} />
    </>
  );
}

function State({ state }: { readonly state: string | undefined }) {
  return state === undefined ? <span class="fine">asking…</span> : <Status state={state} />;
}
