/** The version of this package, stored with each integration and its objects. */
export const VERSION = '0.0.0';
