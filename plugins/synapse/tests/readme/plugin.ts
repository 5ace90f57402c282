import { synapse } from '@portcullis/plugin-synapse';

export const pool = synapse();
// Against an emulator on this machine, for tests:
export const local = synapse({ localPorts: [14_330], encryption: 'strict' });
