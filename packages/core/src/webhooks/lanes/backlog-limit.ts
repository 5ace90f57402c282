/** Deliveries that may wait in one lane unless the host says otherwise (`webhooks.backlog.limit`). */
export const DEFAULT_BACKLOG_LIMIT = 100_000;
