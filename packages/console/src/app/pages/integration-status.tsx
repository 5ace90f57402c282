import type { Integration } from '@portcullis/client';
import { Status } from '../components/status.tsx';

/** The status of an integration, and a badge while drift is known. */
export function IntegrationStatus({ integration }: { readonly integration: Integration }) {
  return (
    <span class="badges">
      <Status state={integration.status} />
      {integration.drifted && <Status state="drifted" />}
    </span>
  );
}
