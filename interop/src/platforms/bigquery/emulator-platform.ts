import type { RealPlatform, RealState } from '@portcullis/testing';
import { describeState } from '../../shared/emulator/fingerprint.ts';
import { keepState } from '../../shared/emulator/keep-state.ts';
import type { Emulator } from './emulator/emulator.ts';

/** The emulator of a project. */
export interface BigQueryPlatform extends RealPlatform {
  readonly emulator: Emulator;
}

/** Returns the platform of a running emulator, whose address the plugin needs first. */
export async function openBigQueryPlatform(emulator: Emulator): Promise<BigQueryPlatform> {
  const { datasets, roles, stop } = emulator;
  const restore = keepState({ datasets, roles });
  return {
    emulator,
    look: async () => describe(emulator),
    async make({ kind, name }) {
      if (kind !== 'dataset') return undefined;
      datasets.set(name, { location: 'EU', labels: { team: 'finance' } });
      return `dataset ${name}`;
    },
    clean: async () => restore(),
    close: stop,
  };
}

function describe({ datasets, roles }: Emulator): RealState {
  const entries = [
    ...[...datasets].map(([name, dataset]) => [`dataset ${name}`, describeState(dataset)] as const),
    ...[...roles].map(([name, permissions]) => [`role ${name}`, describeState(permissions)] as const),
  ];
  return Object.fromEntries(entries);
}
