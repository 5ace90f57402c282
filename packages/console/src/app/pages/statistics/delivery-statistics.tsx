import {
  getDeliveryStatistics,
  getDeliveryStatisticsOfWebhook,
  type DeliveryStatistics as StatisticsView,
} from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { currentRoute, setQuery } from '../../routing/current-route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { AttemptsChart } from './attempts-chart.tsx';
import { LatencyChart } from './latency-chart.tsx';
import { OutcomeTable } from './outcome-table.tsx';
import { attemptsOf, latencyText, shareText } from './outcomes.ts';

const RANGES = [
  ['hour', 'Last hour'],
  ['day', 'Last day'],
  ['week', 'Last week'],
] as const;

/** The deliveries of one webhook, or of all, over time. The address has the range. */
export function DeliveryStatistics({ webhookId }: { readonly webhookId?: number }) {
  const { query } = currentRoute.value;
  const range = RANGES.find(([each]) => each === query.range)?.[0] ?? 'day';
  const loaded = useLoad(
    () =>
      webhookId === undefined
        ? getDeliveryStatistics({ client, query: { range } })
        : getDeliveryStatisticsOfWebhook({ client, path: { id: webhookId }, query: { range } }),
    `statistics ${webhookId} ${range}`,
  );
  return (
    <>
      <search class="filters">
        <div class="field">
          <label for="statistics-range">Range</label>
          <select
            id="statistics-range"
            value={range}
            onChange={(event) => setQuery({ ...query, range: event.currentTarget.value })}
          >
            {RANGES.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <Button kind="quiet" isBusy={loaded.isLoading} onClick={() => void loaded.reload()}>
          Refresh
        </Button>
      </search>
      <Loading of={loaded}>{(statistics) => <Statistics statistics={statistics} />}</Loading>
    </>
  );
}

function Statistics({ statistics }: { readonly statistics: StatisticsView }) {
  const { total } = statistics;
  const all = attemptsOf(total);
  if (all === 0) return <p role="status">No attempt was made in this range.</p>;
  return (
    <>
      <dl class="figures">
        <Figure name="Attempts">{all}</Figure>
        <Figure name="Succeeded">{shareText(total.attempts.succeeded, all)}</Figure>
        <Figure name="Exhausted deliveries">{total.exhausted}</Figure>
        {total.latency && <Figure name="Latency p50">{latencyText(total.latency.p50Ms)}</Figure>}
        {total.latency && <Figure name="Latency p95">{latencyText(total.latency.p95Ms)}</Figure>}
      </dl>
      <AttemptsChart statistics={statistics} />
      <LatencyChart statistics={statistics} />
      <OutcomeTable total={total} />
      <p class="fine">
        Manual retries are counted, tests are not. Numbers appear after some seconds, and do not depend on the retention
        of the history.
      </p>
    </>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: string | number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
