export { sampleRow, sampleRows } from './store/sample-rows.ts';
export { storeConformance } from './store/store-conformance.ts';
export type { StoreCase, StoreHarness } from './store/store-harness.ts';
