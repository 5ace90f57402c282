/** Where the library logs. The same shape as a plugin's logger; pino, winston and console fit with a line each. */
export type { Logger } from '@portcullis/plugin-api';
