/**
 * For the tests of the examples: runs them as people do, as processes.
 *
 * @packageDocumentation
 */
export { HAS_CURL, pasteLine } from './testing/paste-line.ts';
export { type ExampleProcess, startProcess } from './testing/start-process.ts';
