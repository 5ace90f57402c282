/**
 * Helpers for the tests of the examples. They run each example as a process, as users do.
 *
 * @packageDocumentation
 */
export { HAS_CURL, pasteLine } from './testing/paste-line.ts';
export { type ExampleProcess, startProcess } from './testing/start-process.ts';
