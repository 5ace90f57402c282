/**
 * Portcullis for OpenTelemetry. Start at {@link observePortcullis}.
 *
 * @packageDocumentation
 */
export { type ObserveDeliveriesOptions, observeDeliveries } from './observe-deliveries.ts';
export { type Observation, type ObserveOptions, observePortcullis } from './observe-portcullis.ts';
