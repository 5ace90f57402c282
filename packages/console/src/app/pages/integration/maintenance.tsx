import type { IntegrationProps } from './integration-props.ts';
import { MigrateIntegration } from './migrate-integration.tsx';
import { RotateServiceSecret } from './rotate-service-secret.tsx';

/**
 * Occasional maintenance tasks: rotate the secret of the service account, migrate the integration to the installed
 * version.
 */
export function Maintenance(props: IntegrationProps) {
  return (
    <>
      <RotateServiceSecret {...props} />
      <MigrateIntegration {...props} />
    </>
  );
}
