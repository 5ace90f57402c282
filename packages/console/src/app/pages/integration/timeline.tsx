import { Chart } from '../../charts/chart.tsx';
import { Status, statusText } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { useFormWords } from '../../words/form-words-context.tsx';
import { durationText, type TimelineEvent } from './timeline-events.ts';

/** The life of an integration: changes of its status with their reasons, and drift that appeared and disappeared. */
export function Timeline({ events }: { readonly events: readonly TimelineEvent[] }) {
  const words = useFormWords();
  const [latest] = events;
  if (!latest) return null;
  const label = `${events.length} events, the latest first: ${latest.text}, ${statusText(latest.status)}. The table lists them.`;
  return (
    <Chart title="Timeline" table={<Table events={events} />}>
      <div class="timeline" role="img" aria-label={label}>
        {events.map(({ id, at, text, state, details, tests, sinceMs }, index) => (
          <div key={id} class="timeline-row">
            <svg aria-hidden="true" width="22" height="100%">
              <line x1="11" x2="11" y1={index === 0 ? 16 : 0} y2={index === events.length - 1 ? 16 : '100%'} />
              <circle cx="11" cy="16" r="5" />
            </svg>
            <div>
              <Status state={state} /> <span class="row-title">{text}</span>{' '}
              <span class="reason">
                <Time at={at} />
                {sinceMs !== undefined && `, ${durationText(sinceMs)} later`}
                {tests && ` · Tests: ${tests}`}
              </span>
              {details && <div class="reason">{words(details)}</div>}
            </div>
          </div>
        ))}
      </div>
    </Chart>
  );
}

function Table({ events }: { readonly events: readonly TimelineEvent[] }) {
  const words = useFormWords();
  return (
    <table class="list">
      <caption class="for-readers">Timeline</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Event</th>
          <th scope="col">Tests before it</th>
          <th scope="col">Status after it</th>
          <th scope="col">Details</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, at, text, tests, status, details }) => (
          <tr key={id}>
            <td data-label="Time">
              <Time at={at} />
            </td>
            <td data-label="Event">{text}</td>
            <td data-label="Tests">{tests ?? '–'}</td>
            <td data-label="Status">{statusText(status)}</td>
            <td data-label="Details">{details ? words(details) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
