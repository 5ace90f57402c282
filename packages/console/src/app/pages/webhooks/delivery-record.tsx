import { type HistoryRecord, retryDelivery } from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Code } from '../../components/code.tsx';
import { Failure } from '../../components/failure.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { announce } from '../../service/announce.ts';
import { client } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';

interface DeliveryRecordProps {
  readonly record: HistoryRecord;
  readonly isOpen?: boolean;
  /** Called after it was sent again. */
  readonly onRetried?: () => void;
}

/** A delivery: its request and its response. */
export function DeliveryRecord({ record, isOpen, onRetried }: DeliveryRecordProps) {
  const { id, statusCode, notificationType, createdAt, request, response } = record;
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const retrying = useAction(async () => {
    const response = await retryDelivery({ client, path: { id } });
    announce(`Sent again: the receiver answered ${response.statusCode}`);
    onRetried?.();
  });
  return (
    <li>
      <details open={isOpen}>
        <summary>
          <Status state={isSuccess ? 'passed' : 'failed'} text={String(statusCode)} />
          <span class="row-title">{request.text}</span>
          <span class="reason">
            {notificationType} · {request.webhookName} · <Time at={createdAt} />
          </span>
        </summary>
        <h3>What came back</h3>
        <Code title="Response" text={JSON.stringify(response, null, 2)} />
        <h3>What was sent</h3>
        <Code title="Request" text={JSON.stringify(request, null, 2)} />
        <Failure error={retrying.error} />
        {onRetried && (
          <div class="actions">
            <Button isBusy={retrying.isRunning} onClick={() => void retrying.run()}>
              Send again
            </Button>
          </div>
        )}
      </details>
    </li>
  );
}
