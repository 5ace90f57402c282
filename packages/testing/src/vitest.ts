export { definePluginConformance } from './plugin/define-plugin-conformance.ts';
export { describeQueue } from './queue/describe-queue.ts';
export { describeStore } from './store/describe-store.ts';
