import { Page } from '../../components/page.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toHash } from '../../routing/route.ts';
import { access } from '../../service/session.ts';
import { DeliveryStatistics } from '../statistics/delivery-statistics.tsx';
import { History } from './history.tsx';

/** The deliveries of all webhooks that the key may see; for administrators with their statistics. */
export function HistoryPage({ part }: { readonly part: string }) {
  if (access.value !== 'admin') {
    return (
      <Page title="Deliveries">
        <History />
      </Page>
    );
  }
  return (
    <Page title="Deliveries" part={part}>
      <Tabs
        label="Parts of the deliveries"
        current={part}
        tabs={[
          { id: '', name: 'Records', href: toHash(['history']) },
          { id: 'statistics', name: 'Statistics', href: toHash(['history', 'statistics']) },
        ]}
      />
      {part === 'statistics' ? <DeliveryStatistics /> : <History />}
    </Page>
  );
}
