/** The version of this package, kept with each integration and its objects. */
export const VERSION = '0.1.0';
