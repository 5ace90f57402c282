/** The reason why a delivery is held. */
export type HoldReason = 'paused' | 'disabled' | 'permission' | 'backlog' | 'recover';

/** Returns the reason why the deliveries of a webhook in this state are held. */
export function holdReasonOf(state: string): HoldReason {
  return state === 'paused' ? 'paused' : 'disabled';
}
