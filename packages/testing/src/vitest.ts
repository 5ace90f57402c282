export { definePluginConformance } from './plugin-kit/define-plugin-conformance.ts';
export { describeQueue } from './queue-kit/describe-queue.ts';
export { defineRealPlatformConformance } from './real-kit/define-real-platform-conformance.ts';
export { describeStore } from './store-kit/describe-store.ts';
