/**
 * The value of ROWS_PER_RESULTSET without a maximum. An account may set one, which would truncate lists without a
 * warning: a removal must see all contents of a database. Source: "Parameters", ROWS_PER_RESULTSET.
 */
export const UNLIMITED_ROWS = 0;
