import type { LedgerOwner } from '../../changes/ledger/ledger-entry.ts';
import { livingOwners } from '../../changes/ledger/object-owners.ts';
import type { ObjectFacts, Work } from '../../changes/plan/change-set.ts';
import { type FoundMembers, findMembers, NO_MEMBERS } from '../../changes/removal/find-members.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Engine } from '../context/engine.ts';
import type { Preparation } from '../context/operation-context.ts';
import { isExecutable } from './executable-changes.ts';

/** A removal on the way. */
export interface RemovalOnTheWay {
  /** Everything that the ledger knows. */
  readonly ledger: readonly ObjectFacts[];
  readonly drops: readonly Work[];
  readonly signal: AbortSignal;
}

/** Who an integration is in the ledger. */
export function ownerOf({ definition, scope, identity }: Preparation, integrationId: number): LedgerOwner {
  return { integrationId, pluginVersion: definition.version, scope, identity };
}

/** What was made at run time inside what really goes: what others share stays, and so does what is in it. */
export async function membersInTheWay(
  { store }: Pick<Engine, 'store'>,
  preparation: Preparation,
  integrationId: number,
  { ledger, drops, signal }: RemovalOnTheWay,
): Promise<FoundMembers> {
  const { definition, config, sessions, scrub, mode } = preparation;
  if ((definition.families ?? []).length === 0) return NO_MEMBERS;
  const owner = ownerOf(preparation, integrationId);
  const going: ObjectFacts[] = [];
  for (const { action, object } of drops) {
    if (action !== 'drop') continue;
    if (object.sharing === 'shared' && (await livingOwners(store, owner, object)).length > 0) continue;
    going.push(object);
  }
  const executable = ({ by }: Pick<ObjectFacts, 'by'>): boolean => isExecutable({ by }, mode);
  return findMembers({ definition, config, sessions, signal, scrub, isExecutable: executable, ledger }, going);
}

/** What the reader of a plan must know of drops of what is shared: the last owner alone drops it. */
export async function sharedWarnings(
  store: StoreOperations,
  owner: LedgerOwner,
  drops: readonly Work[],
): Promise<readonly string[]> {
  const warnings: string[] = [];
  for (const { action, object } of drops) {
    if (action !== 'drop' || object.sharing !== 'shared') continue;
    const others = await livingOwners(store, owner, object);
    if (others.length === 0) continue;
    const names = others.map((id) => `integration ${id}`).join(', ');
    warnings.push(`The ${object.kind} ${object.name} is shared with ${names} and stays as long as that has it.`);
  }
  return warnings;
}
