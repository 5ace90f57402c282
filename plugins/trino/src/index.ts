/**
 * Trino for Portcullis: an integration key, the files that point a cluster's access control at the host, and the endpoint
 * that answers it.
 *
 * @packageDocumentation
 */
export type {
  TrinoAccessPolicy,
  TrinoAccessQuestion,
  TrinoCluster,
  TrinoColumn,
  TrinoExpression,
  TrinoIdentity,
  TrinoQuestion,
  TrinoResource,
  TrinoTable,
} from './decisions/access-policy.ts';
export {
  createTrinoDecisionHandler,
  type TrinoDecisionHandler,
  type TrinoDecisionHandlerOptions,
} from './decisions/create-decision-handler.ts';
export { type TrinoOptions, trino } from './trino.ts';
