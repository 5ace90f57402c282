/** The limit for a change to become visible on a platform with eventual consistency, in milliseconds. */
const DEADLINE_MS = 30_000;

/** After a creation, and after the last call of an alteration. */
export const UNTIL_PRESENT = { state: 'present', deadlineMs: DEADLINE_MS } as const;

/** After a removal. */
export const UNTIL_ABSENT = { state: 'absent', deadlineMs: DEADLINE_MS } as const;
