import { getIntegrationDrift, listIntegrationOperations, type Operation } from '@portcullis/client';
import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { LiveProgress } from '../../progress/live-progress.tsx';
import { toHash } from '../../routing/route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { OperationRow } from './operation-row.tsx';
import { Timeline } from './timeline.tsx';
import { timelineEvents } from './timeline-events.ts';

/** The number of operations that are shown at first, and that each further step adds. */
const STEP = 20;

/** Maximum number of shown operations: the service returns at most a thousand. */
const MAX_SHOWN = 980;

/**
 * The current operation of an integration, and its past operations. It also works for an integration that no longer exists.
 */
export function Activity({ id, type }: { readonly id: number; readonly type: string | undefined }) {
  const [wanted, setWanted] = useState(STEP);
  const loaded = useLoad(
    // Without an Accept header for streams, the response is always a list.
    async () =>
      (await listIntegrationOperations({
        client,
        path: { id },
        // One more than is shown, to detect older ones.
        query: { sortOrder: 'desc', pageSize: wanted + 1 },
      })) ?? [],
    `operations ${id}`,
  );
  useEffect(() => {
    if (wanted > STEP) void loaded.reload();
  }, [wanted]);
  return (
    <Page
      title={`Activity of ${type ?? 'integration'} ${id}`}
      aside={<a href={toHash(['integrations', id])}>Overview</a>}
    >
      <LiveProgress id={id} onFinished={() => void loaded.reload()} />
      {loaded.value && <Life id={id} operations={loaded.value.slice(0, wanted)} />}
      <section aria-labelledby="journal-heading">
        <div class="section-head">
          <h2 id="journal-heading">Journal</h2>
          <span class="push">
            <Button kind="quiet" isBusy={loaded.isLoading} onClick={() => void loaded.reload()}>
              Refresh
            </Button>
          </span>
        </div>
        <Loading of={loaded}>
          {(operations) =>
            operations.length === 0 ? (
              <p class="fine">Nothing has happened yet.</p>
            ) : (
              <>
                <ul class="rows">
                  {operations.slice(0, wanted).map((operation) => (
                    <OperationRow key={operation.id} operation={operation} />
                  ))}
                </ul>
                {operations.length > wanted && wanted < MAX_SHOWN && (
                  <div class="actions">
                    <Button isBusy={loaded.isLoading} onClick={() => setWanted(wanted + STEP)}>
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

/** The timeline, with the last check for drift if the service account can make one. */
function Life({ id, operations }: { readonly id: number; readonly operations: readonly Operation[] }) {
  const [latest] = timelineEvents(operations);
  const canCheck = latest?.status === 'enabled';
  const drift = useLoad(
    // The first report may need a check of the platform. The timeline does without one that fails.
    async () =>
      (canCheck ? getIntegrationDrift({ client, path: { id }, query: { last: true } }) : undefined)?.catch(
        () => undefined,
      ),
    `last drift ${id} ${canCheck}`,
  );
  return <Timeline operations={operations} drift={drift.value} />;
}
