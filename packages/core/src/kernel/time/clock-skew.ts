/** The largest difference between the clocks of two nodes, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 60_000;
