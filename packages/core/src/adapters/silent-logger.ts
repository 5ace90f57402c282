import type { Logger } from '../ports/logger.ts';

/** A logger without output, which is the default because a library does not write to its host's terminal. */
export const SILENT_LOGGER: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} });
