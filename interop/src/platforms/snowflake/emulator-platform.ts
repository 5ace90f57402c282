import type { RealPlatform, RealState } from '@portcullis/testing';
import { describeState } from '../../shared/emulator/fingerprint.ts';
import { keepState } from '../../shared/emulator/keep-state.ts';
import type { Account } from './emulator/account.ts';
import type { Emulator } from './emulator/emulator.ts';
import { prepareAccount } from './prepare-account.ts';
import { runInWorksheet } from './worksheet.ts';

/** The emulator of an account, and its administrator. */
export interface SnowflakePlatform extends RealPlatform {
  readonly emulator: Emulator;
  /** Runs a statement as the administrator. */
  run(statement: string): unknown;
}

/** Returns the platform of a running emulator, whose address the plugin needs first. */
export async function openSnowflakePlatform(emulator: Emulator): Promise<SnowflakePlatform> {
  prepareAccount(emulator);
  const { account } = emulator;
  const restore = keepState(account);
  const run = (statement: string) => {
    const worksheet = emulator.worksheet('ADA');
    worksheet('USE ROLE "ACCOUNTADMIN"');
    return worksheet(statement);
  };
  return {
    emulator,
    run,
    look: async () => describe(account),
    async make({ kind, name }) {
      const statement = FOREIGN[kind]?.(`"${name.replaceAll('"', '""')}"`);
      if (statement === undefined) return undefined;
      run(statement);
      return `${kind} ${name}`;
    },
    clean: async () => restore(),
    async runScript(script) {
      try {
        runInWorksheet(emulator.worksheet('ADA'), script);
        return undefined;
      } catch (error) {
        return String(error);
      }
    },
    close: emulator.stop,
  };
}

/** The statement that creates a foreign object of each kind. Schemas and grants only exist in our objects. */
const FOREIGN: Readonly<Record<string, (name: string) => string>> = {
  database: (name) => `CREATE DATABASE ${name} COMMENT = 'theirs'`,
  role: (name) => `CREATE ROLE ${name}`,
  user: (name) => `CREATE USER ${name} TYPE = SERVICE DEFAULT_ROLE = "PUBLIC" COMMENT = 'theirs'`,
};

/** The entries of an account. Grants are part of the entry of their role: a grant changes a foreign one. Keys are secrets. */
function describe({ users, roles, below, databases, warehouses, grants }: Account): RealState {
  const held = (name: string) => grants.filter(({ role }) => role === name);
  const entries: readonly (readonly [string, object])[] = [
    ...[...users].map(([name, { password: _password, keys, properties, ...user }]) => {
      const shown = [...properties].filter(([property]) => !property.endsWith('_FP'));
      return [`user ${name}`, { ...user, keys: [...keys.keys()], properties: new Map(shown) }] as const;
    }),
    ...[...roles].map(([name, role]) => {
      return [`role ${name}`, { ...role, below: below.get(name), held: held(name) }] as const;
    }),
    ...[...databases].map(([name, database]) => [`database ${name}`, database] as const),
    ...[...warehouses].map(([name, { owner, comment }]) => [`warehouse ${name}`, { owner, comment }] as const),
  ];
  return Object.fromEntries(entries.map(([entry, value]) => [entry, describeState(value)]));
}
