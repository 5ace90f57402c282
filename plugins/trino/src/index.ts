/**
 * Trino for Portcullis: an integration key, the files that configure a cluster's access control for the host, and the
 * endpoint that answers its requests.
 *
 * @packageDocumentation
 */
export type {
  TrinoAccessPolicy,
  TrinoAccessRequest,
  TrinoCluster,
  TrinoColumn,
  TrinoDecisionRequest,
  TrinoExpression,
  TrinoIdentity,
  TrinoResource,
  TrinoTable,
} from './decisions/access-policy.ts';
export {
  createTrinoDecisionHandler,
  type TrinoDecisionHandler,
  type TrinoDecisionHandlerOptions,
} from './decisions/create-decision-handler.ts';
export { type TrinoOptions, trino } from './trino.ts';
