import { synapse } from '@portcullis/plugin-synapse';

export const pool = synapse();
// Against a stand-in on this machine, for trials and tests:
export const trial = synapse({ localPorts: [14_330], encryption: 'strict' });
