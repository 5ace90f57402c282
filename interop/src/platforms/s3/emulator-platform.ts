import { randomUUID } from 'node:crypto';
import type { RealDrift, RealPlatform, RealState } from '@portcullis/testing';
import { describeState } from '../../shared/emulator/fingerprint.ts';
import { keepState } from '../../shared/emulator/keep-state.ts';
import type { Account, StoredLocation } from './emulator/account.ts';
import type { Emulator } from './emulator/emulator.ts';

/** The emulator of S3 Access Grants in an account. */
export interface S3Platform extends RealPlatform {
  /** Changes or removes each location. */
  changeLocations(change: (location: StoredLocation) => StoredLocation | undefined): void;
}

/** Returns the platform of a running emulator, whose address the plugin needs first. */
export async function openS3Platform({ account, stop }: Emulator): Promise<S3Platform> {
  const restore = keepState(account);
  return {
    look: async () => describe(account),
    async make({ kind, name }) {
      if (kind !== 'registered location') return undefined;
      const [role] = account.roles.values();
      const id = randomUUID();
      account.locations.set(id, { id, path: name, role: role?.arn ?? '', tags: { team: 'finance' } });
      return `location ${name}`;
    },
    clean: async () => restore(),
    changeLocations(change) {
      for (const [id, location] of account.locations) {
        const changed = change(location);
        if (changed) account.locations.set(id, changed);
        else account.locations.delete(id);
      }
    },
    close: stop,
  };
}

/** The changes outside the library that drift detection has to report. */
export const S3_DRIFTS: readonly RealDrift<S3Platform>[] = [
  {
    name: 'another role',
    object: 'location',
    change: async ({ changeLocations }) =>
      changeLocations((location) => ({ ...location, role: `${location.role}-other` })),
  },
  {
    name: 'no location',
    object: 'location',
    state: 'missing',
    change: async ({ changeLocations }) => changeLocations(() => undefined),
  },
];

/** The entries of an account. The platform chooses the ids of locations. */
function describe({ locations, grants, roles, regions, buckets }: Account): RealState {
  const entries: readonly (readonly [string, unknown])[] = [
    ...[...locations.values()].map(({ id: _id, ...location }) => [`location ${location.path}`, location] as const),
    ...[...grants].map(([id, grant]) => [`grant ${id}`, grant] as const),
    ...[...roles].map(([name, role]) => [`role ${name}`, role] as const),
    ...[...regions].map((region) => [`instance ${region}`, {}] as const),
    ...[...buckets].map(([name, keys]) => [`bucket ${name}`, keys] as const),
  ];
  return Object.fromEntries(entries.map(([entry, value]) => [entry, describeState(value)]));
}
