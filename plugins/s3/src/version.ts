/** The version of the plugin, kept with each integration and its objects. */
export const VERSION = '0.0.0';
