import { describeNotificationKinds, listHistoryOfWebhook, listWebhookHistory } from '@portcullis/client';
import { useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { currentRoute } from '../../routing/current-route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { DeliveryRecord } from './delivery-record.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { historyQuery, pageOf } from './history-query.ts';

/** The deliveries of one webhook, or of all: filtered, sorted and paged by the address. */
export function History({ webhookId }: { readonly webhookId?: number }) {
  const { query } = currentRoute.value;
  const wanted = historyQuery(query, webhookId === undefined);
  const loaded = useLoad(
    () =>
      webhookId === undefined
        ? listWebhookHistory({ client, query: wanted as never })
        : listHistoryOfWebhook({ client, path: { id: webhookId }, query: wanted as never }),
    `history ${webhookId} ${JSON.stringify(wanted)}`,
  );
  // The pager stays while the next page is loaded, so that it keeps the focus.
  const count = useRef(0);
  count.current = Number(loaded.value?.count ?? count.current);
  const kinds = useLoad(() => describeNotificationKinds({ client }), 'described kinds');
  return (
    <>
      <HistoryFilters kinds={kinds.value ?? []} hasScope={webhookId === undefined} />
      <Loading of={loaded}>
        {({ count: all, records }) => {
          const { first, last } = pageOf(query, records.length);
          return (
            <>
              <div class="section-head">
                <p class="fine" role="status">
                  {records.length === 0 ? 'No delivery matches the filter.' : `${first} to ${last} of ${all}`}
                </p>
                <span class="push">
                  <Button kind="quiet" isBusy={loaded.isLoading} onClick={() => void loaded.reload()}>
                    Refresh
                  </Button>
                </span>
              </div>
              <h2 class="for-readers">What was delivered</h2>
              <ul class="rows" aria-label="Deliveries">
                {records.map((record) => (
                  <DeliveryRecord key={record.id} record={record} onRetried={() => void loaded.reload()} />
                ))}
              </ul>
            </>
          );
        }}
      </Loading>
      <Pager {...pageOf(query, 0)} count={count.current} labels={['Newer', 'Older']} />
    </>
  );
}
