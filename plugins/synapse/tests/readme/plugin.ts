import { synapse } from '@portcullis/plugin-synapse';

export const pool = synapse();
// Against an emulator on this machine, for trials and tests:
export const trial = synapse({ localPorts: [14_330], encryption: 'strict' });
