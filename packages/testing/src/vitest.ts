export { definePluginConformance } from './plugin/define-plugin-conformance.ts';
export { describeStore } from './store/describe-store.ts';
