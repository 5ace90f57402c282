export { describeStore } from './store/describe-store.ts';
