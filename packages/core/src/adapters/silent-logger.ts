import type { Logger } from '../ports/logger.ts';

/** A logger that says nothing: the default, since a library does not write to its host's terminal. */
export const SILENT_LOGGER: Logger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} });
