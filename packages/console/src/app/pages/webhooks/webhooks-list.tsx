import { getWebhook, listWebhooks, type WebhookDetail } from '@portcullis/client';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { Status } from '../../parts/status.tsx';
import { toHash } from '../../routing/route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { webhookState } from './webhook-state.ts';

/** States are asked for one by one, and no more of them than fit a page that a person reads. */
const WITH_STATE = 50;

/** The webhooks that the key may see, each with how its receiver does. */
export function WebhooksList() {
  const loaded = useLoad(async () => {
    const webhooks = await listWebhooks({ client });
    const details = webhooks
      .slice(0, WITH_STATE)
      .map(({ id }) => getWebhook({ client, path: { id } }).catch(() => undefined));
    const states = new Map(
      (await Promise.all(details)).flatMap((detail): [number, WebhookDetail][] =>
        detail ? [[detail.id, detail]] : [],
      ),
    );
    return { webhooks, states };
  }, 'webhooks');
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
        {({ webhooks, states }) =>
          webhooks.length === 0 ? (
            <div class="empty">
              <h2>No webhook yet</h2>
              <p>A webhook tells another system what happens here. It can be tried before it is stored.</p>
            </div>
          ) : (
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
                {webhooks.map(({ id, name, url, notificationType, global }) => {
                  const detail = states.get(id);
                  return (
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
                      <td data-label="State">{detail ? <Status state={webhookState(detail).state} /> : '–'}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )
        }
      </Loading>
    </Page>
  );
}
