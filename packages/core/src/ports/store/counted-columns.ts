/**
 * The columns by which listings of the history count attempts of a tenant. A store of one process should keep the number of
 * attempts for each combination of their values: it would block the process while it counts the rows of a large history.
 * Counts under other conditions are divided into parts.
 */
export const COUNTED_COLUMNS = ['kind', 'global', 'succeeded'] as const;
