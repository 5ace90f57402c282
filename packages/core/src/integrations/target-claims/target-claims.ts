import type { AnyPluginDefinition, Target } from '@portcullis/plugin-api';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { currentState } from '../state/current-state.ts';

/** Returns the claims of a config: one for its target, and one for each other value that must be unique. */
export function claimsOf(type: string, target: Target | undefined): readonly string[] {
  if (!target) return [];
  return [targetClaim(type, target), ...uniqueClaims(type, target).map(({ claim }) => claim)];
}

/** Returns the claim of the target itself. */
export function targetClaim(type: string, { identity }: Target): string {
  return JSON.stringify(['target', type, ...identity]);
}

/** Returns the claims of the values that must be unique among the integrations of a type. */
export function uniqueClaims(
  type: string,
  target: Target | undefined,
): readonly { readonly field: string; readonly claim: string }[] {
  return (target?.unique ?? []).map(({ field, value }) => ({
    field,
    claim: JSON.stringify(['unique', type, field, value]),
  }));
}

/** Returns the claim of an identity that was observed on the platform, because two host names can be the same target. */
export function observedClaim(type: string, identity: readonly string[]): string {
  return JSON.stringify(['observed', type, ...identity]);
}

/** Returns the id of the integration that has a claim; undefined if none has it. */
export async function claimOwner(store: StoreOperations, claim: string): Promise<number | undefined> {
  const [row] = await store.find('targetClaims', { where: { claim } });
  return row?.integrationId;
}

/**
 * Refuses a target that another integration occupies. The error names its state, the start of the state, and the operation that
 * runs on it.
 *
 * @param plugin - determines the remedy: an integration without PUT is deleted and created again.
 * @param own - the integration that may already have the claims.
 * @throws ServiceError `TARGET_TAKEN` (409), or `TARGET_CREATION_FAILED` (400) if that integration was never created.
 */
export async function refuseTaken(
  store: StoreOperations,
  plugin: Pick<AnyPluginDefinition, 'editable'>,
  claims: readonly string[],
  own?: number,
): Promise<void> {
  for (const claim of claims) {
    const id = await claimOwner(store, claim);
    if (id === undefined || id === own) continue;
    const [owner] = await store.find('integrations', { where: { id } });
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
      'TARGET_CREATION_FAILED',
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

/** Returns the value that both integrations have, such as a name; empty if it is the target itself. */
function sameValue(claim: string): string {
  const [kind, , field, value] = JSON.parse(claim) as readonly string[];
  return kind === 'unique' ? ` with the same ${field} (${value})` : '';
}
