import type { RealPlatform, RealState } from '@portcullis/testing';
import { describeState } from '../../shared/emulator/fingerprint.ts';
import { keepState } from '../../shared/emulator/keep-state.ts';
import { type Account, addPrincipal } from './emulator/account.ts';
import type { Emulator } from './emulator/emulator.ts';
import { ADA, prepareWorkspace, SERVICE, WAREHOUSE } from './test-environment.ts';

/** A second service principal, by its application id, and its secret. */
export const SECOND = '11111111-2222-4333-8444-555555555555';
export const SECOND_SECRET = 'doseOfTheSecond';

/** The emulator of a workspace, and its administrator. */
export interface DatabricksPlatform extends RealPlatform {
  /** Runs a statement as the service principal, which owns the managed objects. */
  runAsOwner(statement: string): unknown;
}

/** Returns the platform of a running emulator, whose address the plugin needs first. */
export async function openDatabricksPlatform(emulator: Emulator): Promise<DatabricksPlatform> {
  prepareWorkspace(emulator);
  const { account, signIn } = emulator;
  addPrincipal(account, SECOND);
  account.warehouses.get(WAREHOUSE)?.usableBy.add(SECOND);
  signIn.secrets.set(SECOND, SECOND_SECRET);
  // Only administrators of the workspace see its groups.
  for (const principal of [SERVICE, SECOND])
    Object.assign(account.principals.get(principal) ?? {}, { isWorkspaceAdmin: true });
  const restore = keepState(account);
  const run = emulator.editor(ADA);
  return {
    runAsOwner: emulator.editor(SERVICE),
    look: async () => describe(account),
    async make({ kind, name }) {
      // A schema can only be in a catalog, so the foreign catalog of our name is created instead.
      if (kind !== 'catalog') return undefined;
      run(`CREATE CATALOG \`${name.replaceAll('`', '``')}\` COMMENT 'theirs'`);
      // Without it the service cannot see the catalog.
      run(`GRANT USE CATALOG ON CATALOG \`${name.replaceAll('`', '``')}\` TO \`account users\``);
      return `CATALOG ${name.toLowerCase()}`;
    },
    clean: async () => restore(),
    async runScript(script) {
      try {
        // A token does not name its principal. The administrator fills it in.
        emulator.runScript(ADA, script.replaceAll('{{servicePrincipal}}', `\`${SERVICE}\``));
        return undefined;
      } catch (error) {
        return String(error);
      }
    },
    close: emulator.stop,
  };
}

/** The entries of an account. Grants are part of the entry of their object: a grant changes a foreign one. */
function describe({ principals, groups, securables, grants, metastore }: Account): RealState {
  const on = (path: string) => grants.filter(({ name }) => name === path);
  const entries: readonly (readonly [string, object])[] = [
    ...[...principals].map(([name, principal]) => [`principal ${name}`, principal] as const),
    ...[...groups].map(([name, group]) => [`group ${name}`, group] as const),
    ...[...securables].map(([path, each]) => [`${each.kind} ${path}`, { ...each, grants: on(path) }] as const),
    ['metastore', { ...metastore, grants: on('') }],
  ];
  return Object.fromEntries(entries.map(([entry, value]) => [entry, describeState(value)]));
}
