/** The logger of the library. It has the shape of a plugin's logger; an adapter for pino, winston or console is one line. */
export type { Logger } from '@portcullis/plugin-api';
