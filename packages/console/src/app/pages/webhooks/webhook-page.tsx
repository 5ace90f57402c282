import {
  deleteWebhook,
  getWebhook,
  type HistoryRecord,
  testWebhook,
  updateWebhook,
  type WebhookDetail,
} from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Status } from '../../components/status.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Time } from '../../components/time.tsx';
import { goTo } from '../../routing/current-route.ts';
import { toHash } from '../../routing/route.ts';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useLoad } from '../../service/use-load.ts';
import { DeliveryStatistics } from '../statistics/delivery-statistics.tsx';
import { DeliveryRecord } from './delivery-record.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { History } from './history.tsx';
import { RecoverDeliveries } from './recover-deliveries.tsx';
import { responseHint } from './response-hint.ts';
import { RotateSecret } from './rotate-secret.tsx';
import { webhookState } from './webhook-state.ts';

/** One webhook: its state, its deliveries and its actions. */
export function WebhookPage({ id, part }: { readonly id: number; readonly part: string }) {
  const loaded = useLoad(() => getWebhook({ client, path: { id } }), `webhook ${id}`);
  const webhook = loaded.value;
  return (
    <Page
      title={webhook?.name ?? `Webhook ${id}`}
      part={part}
      aside={webhook && <Status state={webhookState(webhook).state} />}
    >
      <Loading of={loaded}>
        {(value) => (
          <>
            <p class="subtitle">{value.url}</p>
            <Tabs
              label="Parts of the webhook"
              current={part}
              tabs={[
                { id: '', name: 'Overview', href: toHash(['webhooks', id]) },
                { id: 'history', name: 'Deliveries', href: toHash(['webhooks', id, 'history']) },
                { id: 'statistics', name: 'Statistics', href: toHash(['webhooks', id, 'statistics']) },
                { id: 'edit', name: 'Edit', href: toHash(['webhooks', id, 'edit']) },
                { id: 'secret', name: 'Secret', href: toHash(['webhooks', id, 'secret']) },
                { id: 'delete', name: 'Delete', href: toHash(['webhooks', id, 'delete']) },
              ]}
            />
            {part === '' && <Overview webhook={value} reload={loaded.reload} />}
            {part === 'history' && (
              <>
                <History webhookId={id} />
                <RecoverDeliveries id={id} />
              </>
            )}
            {part === 'statistics' && <DeliveryStatistics webhookId={id} />}
            {part === 'edit' && <EditWebhook webhook={value} reload={loaded.reload} />}
            {part === 'secret' && <RotateSecret id={id} />}
            {part === 'delete' && <Delete webhook={value} />}
          </>
        )}
      </Loading>
    </Page>
  );
}

interface WebhookProps {
  readonly webhook: WebhookDetail;
  readonly reload: () => Promise<void>;
}

function Overview({ webhook, reload }: WebhookProps) {
  const { id, delivery, notificationType, global } = webhook;
  const [record, setRecord] = useState<HistoryRecord>();
  const { explanation } = webhookState(webhook);
  const testing = useAction(async () => {
    setRecord(undefined);
    const response = await testWebhook({ client, path: { id } });
    setRecord(response);
    announce(`The receiver answered ${response.statusCode}`);
    await reload();
  });
  const pausing = useAction(async (paused: boolean) => {
    await updateWebhook({ client, path: { id }, body: { paused } });
    announce(paused ? 'Paused' : 'Going on');
    await reload();
  });
  const isStopped = delivery.state !== 'active';
  return (
    <>
      <p>{explanation}</p>
      <dl class="facts config">
        <Fact name="Waiting">{delivery.pending}</Fact>
        <Fact name="Kept">{delivery.held}</Fact>
        <Fact name="Failures in a row">{delivery.consecutiveFailures}</Fact>
        {delivery.failingSince && (
          <Fact name="Failing since">
            <Time at={delivery.failingSince} />
          </Fact>
        )}
        {delivery.nextProbeAt && (
          <Fact name="Next probe">
            <Time at={delivery.nextProbeAt} />
          </Fact>
        )}
        {delivery.quietUntil && (
          <Fact name="Receiver asked for a pause until">
            <Time at={delivery.quietUntil} />
          </Fact>
        )}
        <Fact name="In this state since">
          <Time at={delivery.since} />
        </Fact>
        <Fact name="Receives">{global ? 'everything' : 'what concerns its owner'}</Fact>
        <Fact name="Notifications">{notificationType.join(', ')}</Fact>
      </dl>
      <Failure error={testing.error ?? pausing.error} />
      <div class="actions">
        <Button kind="primary" isBusy={testing.isRunning} onClick={() => void testing.run()}>
          Send a test
        </Button>
        <Button isBusy={pausing.isRunning} onClick={() => void pausing.run(!isStopped)}>
          {isStopped ? 'Resume: send the held deliveries' : 'Pause'}
        </Button>
      </div>
      {record && (
        <section aria-labelledby="test-heading">
          <h2 id="test-heading">The test</h2>
          {responseHint(record.statusCode, undefined) && (
            <p class="notice warn">{responseHint(record.statusCode, undefined)}</p>
          )}
          <ul class="rows">
            <DeliveryRecord record={record} isOpen={true} />
          </ul>
        </section>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Delete({ webhook: { id, name } }: { readonly webhook: WebhookDetail }) {
  const [isConfirmed, setConfirmed] = useState(false);
  const deleting = useAction(async () => {
    await deleteWebhook({ client, path: { id } });
    announce('The webhook was deleted');
    goTo('webhooks');
  });
  return (
    <>
      <p>Waiting deliveries of this webhook are dropped. Its history is kept as long as the settings say.</p>
      <Failure error={deleting.error} />
      <label class="check">
        <input type="checkbox" checked={isConfirmed} onChange={(event) => setConfirmed(event.currentTarget.checked)} />
        Delete “{name}”
      </label>
      <div class="actions">
        <Button kind="danger" disabled={!isConfirmed} isBusy={deleting.isRunning} onClick={() => void deleting.run()}>
          Delete the webhook
        </Button>
      </div>
    </>
  );
}
