/**
 * Conformance kits for plugins, stores and queues, a fake of every port, and the simulated platform.
 *
 * @packageDocumentation
 */
export { createFakeClock, type FakeClock } from './fakes/create-fake-clock.ts';
export { createFakeHost, type FakeHost } from './fakes/create-fake-host.ts';
export { createFakeQueue, type FakeQueue } from './fakes/create-fake-queue.ts';
export { createFakeRandom } from './fakes/create-fake-random.ts';
export { createFakeSecretKeys, type FakeSecretKeys } from './fakes/create-fake-secret-keys.ts';
export { createFakeStore, type FakeStore, type StoreFault } from './fakes/create-fake-store.ts';
export { createFakeTransport, type FakeResponse, type FakeTransport } from './fakes/create-fake-transport.ts';
export { createKeyReusingRandom } from './fakes/create-key-reusing-random.ts';
export { createRecordingLogger, type LogEntry, type RecordingLogger } from './fakes/create-recording-logger.ts';
export {
  type InterceptedTransaction,
  interceptStore,
  type StoreCall,
  type StoreInterceptor,
} from './fakes/intercept-store.ts';
export { type EventRecording, type RecordedEvent, recordEvents } from './fakes/record-events.ts';
export type { PluginCase } from './plugin-kit/plugin-case.ts';
export { PLUGIN_CASES, type PluginCaseId } from './plugin-kit/plugin-case-names.ts';
export { pluginConformance } from './plugin-kit/plugin-conformance.ts';
export type {
  PluginConformance,
  PluginDrift,
  PluginEdit,
  PluginModeDifference,
  PluginOptOut,
  PluginSample,
  SampleConfig,
  SilentPlatform,
} from './plugin-kit/plugin-conformance-options.ts';
export {
  createPluginSubject,
  type PluginSubject,
  type ResolvedEdit,
  type ResolvedSample,
} from './plugin-kit/plugin-subject.ts';
export { type PluginCaseOutcome, runPluginCase } from './plugin-kit/run-plugin-case.ts';
export { queueConformance } from './queue-kit/queue-conformance.ts';
export type { QueueCase, QueueHarness } from './queue-kit/queue-harness.ts';
export type { RealCase } from './real-kit/real-case.ts';
export { REAL_CASES, type RealCaseId } from './real-kit/real-case-names.ts';
export type { ForeignObject, RealPlatform, RealState } from './real-kit/real-platform.ts';
export { realPlatformConformance } from './real-kit/real-platform-conformance.ts';
export type { RealDrift, RealOptOut, RealPlatformConformance } from './real-kit/real-platform-conformance-options.ts';
export type { RealSubject } from './real-kit/real-run.ts';
export { runRealCase } from './real-kit/run-real-case.ts';
export { freePort } from './servers/free-port.ts';
export {
  createProxy,
  type ProxiedRequest,
  type TestProxy,
  type TestProxyOptions,
} from './servers/receiver/create-proxy.ts';
export { createRawReceiver, type RawReceiver } from './servers/receiver/create-raw-receiver.ts';
export {
  createReceiver,
  type ReceivedRequest,
  type Receiver,
  type ReceiverResponse,
} from './servers/receiver/create-receiver.ts';
export {
  createSessionProxy,
  type SessionBoundary,
  type SessionMessage,
  type SessionProxy,
  type SessionProxyOptions,
} from './servers/session-proxy/create-session-proxy.ts';
export type { CatalogueObject, FilledSlot } from './simulated/platform/catalogue.ts';
export { createSimulatedPlatform } from './simulated/platform/create-simulated-platform.ts';
export type { Fault, FaultEffect } from './simulated/platform/faults.ts';
export type { RecordedStatement } from './simulated/platform/recorded-statement.ts';
export { type RefusedStatement, runScript, type ScriptRun } from './simulated/platform/run-script.ts';
export { type SimulateOptions, simulate } from './simulated/platform/simulate.ts';
export { classifySimulatedFailure, SimulatedFailure } from './simulated/platform/simulated-failure.ts';
export type {
  ConnectionRefusal,
  PlantedObject,
  SimulatedPlatform,
  StatementListener,
  StatementPace,
} from './simulated/platform/simulated-platform.ts';
export type { SimulatedSession } from './simulated/platform/simulated-session.ts';
export { type ClientConfiguredOptions, clientConfiguredPlugin } from './simulated/plugin/client-configured-plugin.ts';
export type { SimulatedRotation } from './simulated/plugin/object-parts.ts';
export type { SimulatedConfig } from './simulated/plugin/simulated-config.ts';
export { type SimulatedPluginOptions, simulatedPlugin } from './simulated/plugin/simulated-plugin.ts';
export { SIMULATED_CONFIG } from './simulated/plugin/simulated-samples.ts';
export { sampleRow, sampleRows } from './store-kit/sample-rows.ts';
export { storeConformance } from './store-kit/store-conformance.ts';
export type { StoreCase, StoreHarness } from './store-kit/store-harness.ts';
