import type { Observation, ObservedObject } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import type { SynapseSession } from '../connection/synapse-session.ts';
import type { Blueprint } from '../objects/blueprint.ts';

/** The input for observing one object. */
export interface ObservationRequest {
  readonly session: SynapseSession;
  readonly object: ObservedObject;
  readonly config: SynapseConfig;
  /** The SID and the locations of our objects. Its account is that of the observed objects. */
  readonly blueprint: Blueprint;
  readonly signal: AbortSignal;
}

/** The result of an observation, without the key. */
export type ObservationResult = Omit<Observation, 'key'>;

/** Observes one object. */
export type Observer = (request: ObservationRequest) => Promise<ObservationResult>;

/** The object does not exist; the account would see it. */
export const ABSENT: ObservationResult = { state: 'absent' };

/** The account cannot see the object. */
export const UNKNOWN: ObservationResult = { state: 'unknown' };
