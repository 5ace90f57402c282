import type { OtherIntegrations, Target } from '@portcullis/plugin-api';
import type { StoreOperations } from '../../ports/store/store.ts';
import { claimOwner, targetClaim, uniqueClaims } from './target-claims.ts';

/**
 * Creates the access of a plugin to the other integrations, from their claims.
 *
 * @param own - the validated integration, once it has an id.
 */
export function createOtherIntegrations(
  store: StoreOperations,
  type: string,
  target: Target | undefined,
  own: number | undefined,
): OtherIntegrations {
  const ownerOf = async (claim: string | undefined): Promise<string | undefined> => {
    const id = claim === undefined ? undefined : await claimOwner(store, claim);
    return id === undefined || id === own ? undefined : String(id);
  };
  return {
    onTarget: () => ownerOf(target && targetClaim(type, target)),
    withSame: (field) => ownerOf(uniqueClaims(type, target).find((each) => each.field === field)?.claim),
  };
}
