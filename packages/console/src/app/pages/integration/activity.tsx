import { listIntegrationOperations } from '@portcullis/client';
import { Button } from '../../parts/button.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { LiveProgress } from '../../progress/live-progress.tsx';
import { toHash } from '../../routing/route.ts';
import { client } from '../../service/session.ts';
import { useLoad } from '../../service/use-load.ts';
import { OperationRow } from './operation-row.tsx';

/** What happens to an integration now, and what has happened. It works for one that is gone, too. */
export function Activity({ id, type }: { readonly id: number; readonly type: string | undefined }) {
  const loaded = useLoad(
    // Without an Accept for streams there is always a list.
    async () =>
      (await listIntegrationOperations({ client, path: { id }, query: { sortOrder: 'desc', pageSize: 20 } })) ?? [],
    `operations ${id}`,
  );
  return (
    <Page
      title={`Activity of ${type ?? 'integration'} ${id}`}
      aside={<a href={toHash(['integrations', id])}>Overview</a>}
    >
      <LiveProgress id={id} onSettled={() => void loaded.reload()} />
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
              <ul class="rows">
                {operations.map((operation) => (
                  <OperationRow key={operation.id} operation={operation} />
                ))}
              </ul>
            )
          }
        </Loading>
      </section>
    </Page>
  );
}
