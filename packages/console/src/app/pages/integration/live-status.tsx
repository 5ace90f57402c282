import { getIntegration, type Integration } from '@portcullis/client';
import { useEffect, useState } from 'preact/hooks';
import { client, handleRefusedKey } from '../../service/session.ts';
import { useRefresh } from '../../service/use-refresh.ts';
import { IntegrationStatus } from '../integration-status.tsx';

interface LiveStatusProps {
  readonly id: number;
  /** The integration as the page has read it. */
  readonly integration: Integration;
}

/**
 * The status of an integration next to the title of its page, up to date. The page itself stays with the version that the user
 * looks at: a change of it names this version.
 */
export function LiveStatus({ id, integration }: LiveStatusProps) {
  const [latest, setLatest] = useState(integration);
  useEffect(() => setLatest(integration), [integration]);
  useRefresh(async () => {
    // An integration that is gone, or a service that does not answer, keeps the last known status.
    const read = await getIntegration({ client, path: { id } }).catch(handleRefusedKey);
    if (read) setLatest(read);
  });
  return <IntegrationStatus integration={latest} />;
}
