import type { AnyPluginDefinition, Target } from '@portcullis/plugin-api';
import type { LedgerOwner } from '../../changes/ledger/ledger-entry.ts';

/** Returns the scope within which the names of a target's cluster or account are unique. */
export function scopeOf(type: string, target: Pick<Target, 'identity' | 'scope'> | null | undefined): string {
  return target?.scope ?? JSON.stringify([type, ...(target?.identity ?? [])]);
}

/** An operation as the owner of objects. */
interface OwningContext extends Pick<LedgerOwner, 'scope' | 'identity'> {
  readonly definition: Pick<AnyPluginDefinition, 'version'>;
}

/** Returns the owner in the ledger that represents an integration. */
export function ledgerOwnerOf({ definition, scope, identity }: OwningContext, integrationId: number): LedgerOwner {
  return { integrationId, pluginVersion: definition.version, scope, identity };
}
