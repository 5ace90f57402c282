import type { ValidationTest } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import type { SynapseSession } from '../connection/synapse-session.ts';
import type { SynapseFacts } from '../discover.ts';
import { STAGE } from '../stages.ts';

/** A validation test of this plugin. */
export type SynapseTest = ValidationTest<SynapseConfig, SynapseFacts, SynapseSession>;

/** The id of the gate on which all other tests depend. */
export const BASIC_CONNECTION = 'basic-connection';
/** The id of the gate of the recurring validation. */
export const RECURRING_CONNECTION = 'recurring-connection';

/** The connection of tests before the set-up. */
export const SETUP = { stage: STAGE.pool, actor: 'setup' } as const;
export const SETUP_IN_MASTER = { stage: STAGE.master, actor: 'setup' } as const;
export const SERVICE = { stage: STAGE.pool, actor: 'service' } as const;
