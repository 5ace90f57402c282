import { listIntegrationOperations, listIntegrationTimeline } from '@portcullis/client';
import { Button } from '../../components/button.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { LiveProgress } from '../../progress/live-progress.tsx';
import { toHash } from '../../routing/route.ts';
import { client } from '../../service/session.ts';
import { useGrowingList } from '../../service/use-growing-list.ts';
import { OperationRow } from './operation-row.tsx';
import { Timeline } from './timeline.tsx';
import { timelineEvents } from './timeline-events.ts';

/** The number of operations that are shown at first, and that each further step adds. */
const OPERATIONS = 20;

/** The same for events of the timeline. */
const EVENTS = 40;

/**
 * The current operation of an integration, its timeline, and its past operations. It also works for an integration that no longer
 * exists.
 */
export function Activity({ id, type }: { readonly id: number; readonly type: string | undefined }) {
  const path = { id };
  const operations = useGrowingList(
    // Without an Accept header for streams, the response is always a list.
    async (pageSize) =>
      (await listIntegrationOperations({ client, path, query: { sortOrder: 'desc', pageSize } })) ?? [],
    OPERATIONS,
    `operations ${id}`,
  );
  const timeline = useGrowingList(
    (pageSize) => listIntegrationTimeline({ client, path, query: { sortOrder: 'desc', pageSize } }),
    EVENTS,
    `timeline ${id}`,
  );
  const reload = () => void Promise.all([operations.loaded.reload(), timeline.loaded.reload()]);
  // The oldest shown event has the time since the one before it, if that is loaded.
  const events = timelineEvents(timeline.loaded.value ?? [], operations.loaded.value ?? []);
  return (
    <Page
      title={`Activity of ${type ?? 'integration'} ${id}`}
      aside={<a href={toHash(['integrations', id])}>Overview</a>}
    >
      <LiveProgress id={id} onFinished={reload} />
      <Timeline events={events.slice(0, timeline.shown?.length ?? 0)} />
      {timeline.showMore && (
        <div class="actions">
          <Button isBusy={timeline.loaded.isLoading} onClick={timeline.showMore}>
            Older events
          </Button>
        </div>
      )}
      <section aria-labelledby="journal-heading">
        <div class="section-head">
          <h2 id="journal-heading">Journal</h2>
          <span class="push">
            <Button kind="quiet" isBusy={operations.loaded.isLoading} onClick={reload}>
              Refresh
            </Button>
          </span>
        </div>
        <Loading of={operations.loaded}>
          {() =>
            operations.shown?.length === 0 ? (
              <p class="fine">Nothing has happened yet.</p>
            ) : (
              <>
                <ul class="rows">
                  {operations.shown?.map((operation) => (
                    <OperationRow key={operation.id} operation={operation} />
                  ))}
                </ul>
                {operations.showMore && (
                  <div class="actions">
                    <Button isBusy={operations.loaded.isLoading} onClick={operations.showMore}>
                      Older operations
                    </Button>
                  </div>
                )}
              </>
            )
          }
        </Loading>
      </section>
    </Page>
  );
}
