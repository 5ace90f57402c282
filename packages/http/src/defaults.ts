const SECOND = 1000;

/** Options of bodies. Source: docs/reference/options.md. */
export const DEFAULT_BODY_OPTIONS = Object.freeze({
  bodyLimit: 1_048_576,
  bodyTimeoutMs: 30 * SECOND,
});

/** Options of event streams. */
export const DEFAULT_EVENT_STREAM_OPTIONS = Object.freeze({ heartbeatMs: 15 * SECOND, lifetimeMs: 1800 * SECOND });
