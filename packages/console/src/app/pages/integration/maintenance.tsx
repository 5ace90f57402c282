import type { IntegrationProps } from './integration-page.tsx';
import { MigrateIntegration } from './migrate-integration.tsx';
import { RotateServiceSecret } from './rotate-service-secret.tsx';

/**
 * Maintenance tasks that are done from time to time: rotate the secret of the service account, bring the integration to the
 * installed version.
 */
export function Maintenance(props: IntegrationProps) {
  return (
    <>
      <RotateServiceSecret {...props} />
      <MigrateIntegration {...props} />
    </>
  );
}
