import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import type { SynapseSession } from '../connection/synapse-session.ts';
import type { Blueprint } from '../objects/blueprint.ts';

/** The input for observing one object. */
export interface ObservationRequest {
  readonly session: SynapseSession;
  readonly object: ObservedObject;
  readonly config: SynapseConfig;
  /** The SID and the places of our objects. Its account is the one that the observed objects name. */
  readonly blueprint: Blueprint;
  readonly signal: AbortSignal;
}

/** The result of an observation, without the key. */
export type Seen = Omit<Observation, 'key'>;

/** Looks at one object. */
export type Observer = (request: ObservationRequest) => Promise<Seen>;

/** Nothing there, and we would see it if there were. */
export const ABSENT: Seen = { state: 'absent' };

/** Not visible to this account. */
export const UNKNOWN: Seen = { state: 'unknown' };
