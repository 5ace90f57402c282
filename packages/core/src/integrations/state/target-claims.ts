import type { AnyPluginDefinition, Target } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { currentState } from './current-state.ts';

/** The claims that a config makes: one for its target, one for each further value that must be unique. */
export function claimsOf(type: string, target: Target | undefined): readonly string[] {
  if (!target) return [];
  return [targetClaim(type, target), ...uniqueClaims(type, target).map(({ claim }) => claim)];
}

/** The claim of the target itself. */
export function targetClaim(type: string, { identity }: Target): string {
  return JSON.stringify(['target', type, ...identity]);
}

/** The claims of the values that must be unique among the integrations of a type. */
export function uniqueClaims(
  type: string,
  target: Target | undefined,
): readonly { readonly field: string; readonly claim: string }[] {
  return (target?.unique ?? []).map(({ field, value }) => ({
    field,
    claim: JSON.stringify(['unique', type, field, value]),
  }));
}

/** The claim of an identity that was observed on the platform: two host names can be one target. */
export function observedClaim(type: string, identity: readonly string[]): string {
  return JSON.stringify(['observed', type, ...identity]);
}

/**
 * Refuses a target that another integration occupies, naming its state, since when, and the operation that runs on it.
 *
 * @param plugin - an integration of what is not editable is deleted and made again.
 * @param own - the integration that may hold the claims already.
 * @throws ServiceError `TARGET_TAKEN` (409), or `TARGET_FAILED_BEFORE` (400) when that integration never got created.
 */
export async function refuseTaken(
  store: StoreOperations,
  plugin: Pick<AnyPluginDefinition, 'editable'>,
  claims: readonly string[],
  own?: number,
): Promise<void> {
  for (const claim of claims) {
    const [taken] = await store.find('targetClaims', { where: { claim } });
    if (!taken || taken.integrationId === own) continue;
    const [owner] = await store.find('integrations', { where: { id: taken.integrationId } });
    if (owner) throw await takenError(store, plugin, owner, claim);
  }
}

async function takenError(
  store: StoreOperations,
  { editable }: Pick<AnyPluginDefinition, 'editable'>,
  owner: Row<'integrations'>,
  claim: string,
): Promise<ServiceError> {
  const display = owner.target?.display ?? 'the same target';
  const place = `${display}${sameValue(claim)}`;
  const state = await currentState(store, owner);
  const details = { id: String(owner.id), type: owner.type, target: display, ...state.details };
  if (owner.status === 'createError') {
    const next = editable ? `PUT /integrations/${owner.id}` : `DELETE /integrations/${owner.id}, then POST again`;
    return new ServiceError(
      'TARGET_FAILED_BEFORE',
      `An integration of type ${owner.type} on ${place} failed to create earlier and has the id ${owner.id}. Use ${next}.`,
      { details },
    );
  }
  return new ServiceError(
    'TARGET_TAKEN',
    `An integration of type ${owner.type} already exists on ${place}, with the id ${owner.id}: it ${state.text}. Use that one, or delete it first.`,
    { details, ...state.retryAfter },
  );
}

/** Returns the value that both have in common where it is not the target, such as a name. */
function sameValue(claim: string): string {
  const [kind, , field, value] = JSON.parse(claim) as readonly string[];
  return kind === 'unique' ? ` with the same ${field} (${value})` : '';
}
