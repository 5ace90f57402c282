import { isDeepStrictEqual } from 'node:util';
import type { AnyPluginDefinition, SecretRotation } from '@portcullis/plugin-api';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { IntegrationStatus } from '../lifecycle/integration-status.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { latestOperation } from '../state/latest-operation.ts';
import { clearsByValue } from './clears-by-value.ts';

/** The output of an object that names the credential that holds the current secret on the platform. */
export const CREDENTIAL_OUTPUT = 'credentialName';
/** The output that names the credential that holds the staged secret. */
export const STAGED_CREDENTIAL_OUTPUT = 'stagedCredentialName';

/** Statuses from which a rotation starts; from `editError`, only if a rotation has caused it. */
const READY: readonly IntegrationStatus[] = ['enabled', 'recurringValidationError'];

/**
 * Refuses a rotation of an integration that is not ready for it.
 *
 * @throws ServiceError `ROTATION_NOT_AVAILABLE` for a manual set-up, `INTEGRATION_NOT_ENABLED` in other statuses.
 */
export async function refuseUnready(
  store: StoreOperations,
  record: IntegrationRecord,
  { editable, clientSetup }: Pick<AnyPluginDefinition, 'editable' | 'clientSetup'>,
): Promise<void> {
  if (!record.autoBootstrap && clientSetup) {
    throw notAvailable(
      record,
      `the platform signs in with a key: make a new one with POST /integrations/${record.id}/regenerate`,
    );
  }
  if (!record.autoBootstrap && !editable) {
    throw notAvailable(
      record,
      'its credentials are part of a config that cannot be changed: delete it and create it again',
    );
  }
  if (!record.autoBootstrap) {
    throw notAvailable(
      record,
      'it was set up manually, so its credentials are the config\u2019s: change them with PUT',
    );
  }
  if (READY.includes(record.status as IntegrationStatus)) return;
  const last = await latestOperation(store, record.id);
  if (record.status === 'editError' && last?.kind === 'rotate') return;
  throw new ServiceError(
    'INTEGRATION_NOT_ENABLED',
    `Integration ${record.id} is ${record.status}. Bring it to enabled with PUT, then rotate its secret.`,
    { details: { status: record.status } },
  );
}

/**
 * Finds the object that carries the secret, and its credential for the next secret.
 *
 * @param credentials - privileged credentials; the rotation acts with them.
 * @throws ServiceError `ROTATION_NOT_AVAILABLE`
 */
export function findRotatedCredential(
  definition: AnyPluginDefinition,
  record: IntegrationRecord,
  list: readonly ListedObject[],
  outputs: ReadonlyMap<string, string>,
  credentials: Readonly<Record<string, unknown>>,
): RotatedCredential {
  const listed = list.find(({ declared }) => declared.rotate);
  const rotation = listed?.declared.rotate;
  if (!listed || !rotation) throw notAvailable(record, `its type, ${record.type}, has no secret of its own there`);
  const { credentialNames: names } = rotation;
  const [first, second = first] = names;
  const from = names.find((name) => name === outputs.get(`${listed.object.key}.${CREDENTIAL_OUTPUT}`)) ?? first;
  const actor = rotation.by === 'service' && isDeepStrictEqual(credentials, {}) ? 'service' : 'setup';
  const stage = actor === 'service' ? (rotation.stage ?? listed.object.stage) : listed.object.stage;
  return {
    listed,
    rotation,
    clearsByValue: clearsByValue(definition, rotation),
    actor,
    stage,
    from,
    to: from === first ? second : first,
  };
}

function notAvailable({ id }: IntegrationRecord, why: string): ServiceError {
  return new ServiceError('ROTATION_NOT_AVAILABLE', `The secret of integration ${id} cannot be rotated: ${why}.`);
}

/** The account whose secret is replaced, and its credentials on the platform. */
export interface RotatedCredential {
  readonly listed: ListedObject;
  readonly rotation: SecretRotation;
  /** True if the platform has a set of secrets, from which one is removed by its value. */
  readonly clearsByValue: boolean;
  readonly actor: 'setup' | 'service';
  readonly stage: string;
  /** The name of the credential that holds the current secret. */
  readonly from: string;
  /** The name of the credential for the next secret, which is the same if the account has only one. */
  readonly to: string;
}
