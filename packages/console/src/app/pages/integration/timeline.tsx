import type { DriftReport, Operation } from '@portcullis/client';
import { Picture } from '../../charts/picture.tsx';
import { Status, statusText } from '../../parts/status.tsx';
import { Time } from '../../parts/time.tsx';
import { durationText, type TimelineEvent, timelineEvents } from './timeline-events.ts';

interface TimelineProps {
  readonly operations: readonly Operation[];
  /** The last report. */
  readonly drift: DriftReport | undefined;
}

/**
 * The life of an integration: the beginnings and ends of its operations with the tests before and the status after, and the last
 * check for drift.
 */
export function Timeline({ operations, drift }: TimelineProps) {
  const events = timelineEvents(operations, drift);
  const [latest] = events;
  if (!latest) return null;
  const label = `${events.length} events, the latest first: ${latest.text}, ${statusText(latest.status)}. The table lists them.`;
  return (
    <Picture title="Timeline" table={<Table events={events} />}>
      <div class="timeline" role="img" aria-label={label}>
        {events.map((event, index) => (
          <div key={`${event.at} ${event.text}`} class="timeline-row">
            <svg aria-hidden="true" width="22" height="100%">
              <line x1="11" x2="11" y1={index === 0 ? 16 : 0} y2={index === events.length - 1 ? 16 : '100%'} />
              <circle cx="11" cy="16" r="5" />
            </svg>
            <div>
              <Status state={event.status} /> <span class="row-title">{event.text}</span>{' '}
              <span class="reason">
                <Time at={event.at} />
                {event.sinceMs !== undefined && `, ${durationText(event.sinceMs)} later`}
                {event.tests && ` · ${event.tests}`}
              </span>
            </div>
          </div>
        ))}
      </div>
    </Picture>
  );
}

function Table({ events }: { readonly events: readonly TimelineEvent[] }) {
  return (
    <table class="list">
      <caption class="for-readers">Timeline</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Event</th>
          <th scope="col">Tests before it</th>
          <th scope="col">Status after it</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ at, text, tests, status }) => (
          <tr key={`${at} ${text}`}>
            <td data-label="Time">
              <Time at={at} />
            </td>
            <td data-label="Event">{text}</td>
            <td data-label="Tests">{tests?.replace('Tests: ', '') ?? '–'}</td>
            <td data-label="Status">{statusText(status)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
