/** The version of this package, kept with each integration. */
export const VERSION = '0.1.0';
