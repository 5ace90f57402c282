import { synapse, viewComment } from '@portcullis/plugin-synapse';

export const pool = synapse();
// Against an emulator on this machine, for tests:
export const local = synapse({ localPorts: [14_330], encryption: 'strict' });

/** The comment that the host puts after AS into the definition of each view that it creates. */
export const comment = viewComment({ database: 'sqlpool1', schema: 'governance' });
