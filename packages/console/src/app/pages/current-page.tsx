import { Page } from '../components/page.tsx';
import { currentRoute } from '../routing/current-route.ts';
import { access } from '../service/session.ts';
import { CreateIntegration } from './create/create-integration.tsx';
import { IntegrationPage } from './integration/integration-page.tsx';
import { IntegrationsList } from './integrations-list.tsx';
import { ApiKeys } from './keys/api-keys.tsx';
import { SettingsPage } from './settings-page.tsx';
import { HistoryPage } from './webhooks/history-page.tsx';
import { NewWebhook } from './webhooks/new-webhook.tsx';
import { WebhookPage } from './webhooks/webhook-page.tsx';
import { WebhooksList } from './webhooks/webhooks-list.tsx';

/** The page of the current address. */
export function CurrentPage() {
  const [section = access.value === 'admin' ? 'integrations' : 'webhooks', id, part = ''] = currentRoute.value.path;
  const isNumber = id !== undefined && /^[1-9]\d*$/.test(id);
  if (section === 'integrations' && access.value === 'admin') {
    if (id === undefined) return <IntegrationsList />;
    if (id === 'new') return <CreateIntegration type={part} />;
    if (isNumber) return <IntegrationPage key={id} id={Number(id)} part={part} />;
  }
  if (section === 'webhooks') {
    if (id === undefined) return <WebhooksList />;
    if (id === 'new') return <NewWebhook />;
    if (isNumber) return <WebhookPage key={id} id={Number(id)} part={part} />;
  }
  if (section === 'history') return <HistoryPage part={id ?? ''} />;
  if (section === 'keys') return <ApiKeys />;
  if (section === 'settings' && access.value === 'admin') return <SettingsPage />;
  return (
    <Page title="Page not found">
      <p>There is no page at this address. Choose a section above.</p>
    </Page>
  );
}
