import type { DeclaredKind } from '../../options/declared-kind.ts';

/**
 * A notification kind for each change of an integration's status. It is not in the interface's list, so it is off until a
 * host adds it to the catalogue: `webhooks: { kinds: [INTEGRATION_STATUS_CHANGED] }`.
 */
export const INTEGRATION_STATUS_CHANGED: DeclaredKind = Object.freeze({
  kind: 'integrationStatusChanged',
  class: 'system',
  trigger: 'The status of an integration changed.',
  text: 'The {integrationType} integration {modelId} went from {fromStatus} to {toStatus}.',
});
