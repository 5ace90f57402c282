import { initiator, type KindDescription, model } from './kind-description.ts';

/** Policies, purposes, tags and the settings of governance. */
export const POLICY_KINDS = {
  certificationRequired: {
    trigger: 'A Global Policy that its owner must certify was applied to a data source.',
    text: 'The policy {policyName} on {modelName} has to be certified.',
    required: model,
    optional: ['modelName', 'policyName'],
  },
  conflictingGlobalPolicies: {
    trigger: 'Several Global Policies apply to one column of a data source.',
    text: 'Global Policies conflict on the column {columnName} of {modelName}.',
    required: model,
    optional: ['modelName', 'columnName', 'policyName'],
  },
  globalPolicyCreated: {
    trigger: 'A Global Policy was created.',
    text: '{actionByName} created the Global Policy {policyName}.',
    required: ['policyName', ...initiator],
  },
  globalPolicyDeleted: {
    trigger: 'A Global Policy was deleted.',
    text: '{actionByName} deleted the Global Policy {policyName}.',
    required: ['policyName', ...initiator],
  },
  globalPolicyDisabled: {
    trigger: 'A Global Policy was switched off.',
    text: 'The Global Policy {policyName} was disabled.',
    required: ['policyName'],
    optional: ['modelName', 'reason'],
  },
  globalPolicyUpdated: {
    trigger: 'A Global Policy was changed.',
    text: '{actionByName} updated the Global Policy {policyName}.',
    required: ['policyName', ...initiator],
  },
  governanceSettingsUpdated: {
    trigger: 'The settings of governance were changed.',
    text: '{actionByName} updated the governance settings.',
    required: initiator,
  },
  policyAdjustmentCreated: {
    trigger: 'An adjustment of a policy was created.',
    text: '{actionByName} adjusted a policy of the project {projectName}.',
    required: initiator,
    optional: ['policyName', 'expiresAt'],
  },
  policyAdjustmentExpired: {
    trigger: 'An adjustment of a policy expired.',
    text: 'A policy adjustment of the project {projectName} has expired.',
    required: [],
    optional: ['policyName', 'expiresAt'],
  },
  policyCertificationExpired: {
    trigger: 'The certification of a policy on a data source expired.',
    text: 'The certification of the policy {policyName} on {modelName} has expired.',
    required: model,
    optional: ['modelName', 'policyName', 'expiresAt'],
  },
  policyUpdated: {
    trigger:
      'The policies of a data source changed: at its creation, by a user, a Global Policy, a tag, the data dictionary, a fingerprint or an external catalog.',
    text: 'The policies of {modelName} were updated.',
    required: model,
    optional: ['modelName', 'policyName', 'reason'],
  },
  purposeCreated: {
    trigger: 'A purpose was created.',
    text: '{actionByName} created the purpose {purposeName}.',
    required: ['purposeName', ...initiator],
  },
  purposeDeleted: {
    trigger: 'A purpose was deleted.',
    text: '{actionByName} deleted the purpose {purposeName}.',
    required: ['purposeName', ...initiator],
  },
  purposeUpdated: {
    trigger: 'A purpose was changed.',
    text: '{actionByName} updated the purpose {purposeName}.',
    required: ['purposeName', ...initiator],
  },
  tagCreated: {
    trigger: 'A tag was created.',
    text: '{actionByName} created the tag {tagName}.',
    required: ['tagName'],
  },
  tagDeleted: {
    trigger: 'A tag was deleted.',
    text: '{actionByName} deleted the tag {tagName}.',
    required: ['tagName'],
  },
  tagUpdated: {
    trigger: 'A tag was changed.',
    text: '{actionByName} updated the tag {tagName}.',
    required: ['tagName'],
    optional: ['previousName'],
  },
} as const satisfies Readonly<Record<string, KindDescription>>;
