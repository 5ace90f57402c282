import type { RealPlatform } from '@portcullis/testing';
import type { Item } from '../support/eventual-list.ts';
import type { Emulator } from '../support/start-emulator.ts';

/** The emulator as its administrator sees it, for the conformance kit. */
export interface EmulatedPlatform extends RealPlatform {
  readonly state: Emulator['state'];
}

/** Opens the emulator for the conformance kit. */
export function openPlatform({ state, close }: Emulator): EmulatedPlatform {
  const { catalogs, roles, accounts, grants } = state;
  const nameIn = (items: readonly Item[], id: string) => items.find((each) => each.id === id)?.name;
  return {
    state,
    async look() {
      return Object.fromEntries([
        ...roles.items.map(({ name, description = '' }) => [`role ${name}`, description]),
        ...accounts.items.map(({ name, description = '' }) => [`service account ${name}`, description]),
        ...grants.items.map(({ roleId, catalogId, privilege }) => [
          `${privilege} on ${nameIn(catalogs.items, catalogId)} to ${nameIn(roles.items, roleId)}`,
          true,
        ]),
      ]);
    },
    async make({ kind, name }) {
      const made = { id: state.newId('foreign'), name };
      if (kind === 'role') roles.set([...roles.items, made]);
      else if (kind === 'service account')
        accounts.set([...accounts.items, { ...made, clientSecret: '', permissions: [] }]);
      else return undefined;
      return `${kind} ${name}`;
    },
    async clean() {
      for (const list of [roles, accounts, grants]) list.reset();
    },
    close,
  };
}
