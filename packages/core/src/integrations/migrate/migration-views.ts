import type { NeededEdit } from '../../changes/plan/derive-migration.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';

/** The facts in both responses of a migration. */
export interface MigrationFacts {
  /** The version of the plugin that stored the integration. */
  readonly from: string;
  /** The version that is installed. */
  readonly to: string;
  /** Changes that the service account cannot make; PUT with privileged credentials, or the edit script, applies them. */
  readonly editNeeded: readonly NeededEdit[];
}

/** The response of POST /integrations/{id}/migrate. */
export interface MigrationResponse extends OperationResponse, MigrationFacts {}

/** The response of its dry run. */
export interface MigrationDryRunResponse extends DryRunResponse, MigrationFacts {}
