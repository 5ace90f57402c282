/**
 * Portcullis for OpenTelemetry. Start at {@link observePortcullis}.
 *
 * @packageDocumentation
 */
export { type ObserveOptions, observePortcullis } from './observe-portcullis.ts';
