/**
 * The environment of the example hosts: a demo target, a webhook receiver, a data folder and printed requests.
 *
 * @packageDocumentation
 */
export type { CreateHost, Host, HostOptions } from './host.ts';
export { firstAdminKey } from './keys/first-admin-key.ts';
export { PROMETHEUS_TYPE } from './metrics/prometheus-text.ts';
export { readMetrics } from './metrics/read-metrics.ts';
export { createSharedQueue, createSharedStore, type SharedNodes } from './nodes/shared-nodes.ts';
export type { Delivery } from './receiver/delivery.ts';
export { type Receiver, startReceiver } from './receiver/start-receiver.ts';
export { credentialsBody, integrationBody, webhookBody } from './requests/request-bodies.ts';
export { type Example, runExample } from './run-example.ts';
export { type RunningExample, startExample } from './start-example.ts';
export type { DemoTarget } from './target/start-demo-target.ts';
