export { createFakeClock, type FakeClock } from './fakes/create-fake-clock.ts';
export { createFakeRandom } from './fakes/create-fake-random.ts';
export { createFakeTransport, type FakeAnswer, type FakeTransport } from './fakes/create-fake-transport.ts';
export { createRecordingLogger, type LogEntry, type RecordingLogger } from './fakes/create-recording-logger.ts';
export { createRawReceiver, type RawReceiver } from './receiver/create-raw-receiver.ts';
export {
  createReceiver,
  type ReceivedRequest,
  type Receiver,
  type ReceiverAnswer,
} from './receiver/create-receiver.ts';
export { sampleRow, sampleRows } from './store/sample-rows.ts';
export { storeConformance } from './store/store-conformance.ts';
export type { StoreCase, StoreHarness } from './store/store-harness.ts';
