/**
 * Trino for Portcullis: an integration key and the files that point a cluster's access control at the host.
 *
 * @packageDocumentation
 */
export { type TrinoOptions, trino } from './trino.ts';
