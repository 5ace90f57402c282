import { Page } from '../../parts/page.tsx';
import { History } from './history.tsx';

/** The deliveries of all webhooks that the key may see. */
export function HistoryPage() {
  return (
    <Page title="Deliveries">
      <History />
    </Page>
  );
}
