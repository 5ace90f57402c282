/** Why a delivery is held. */
export type HoldReason = 'paused' | 'disabled' | 'permission' | 'backlog' | 'recover';

/** Why the deliveries of a webhook in this state are held. */
export function holdReasonOf(state: string): HoldReason {
  return state === 'paused' ? 'paused' : 'disabled';
}
