import { describe, expect, it } from 'vitest';
import { CATALOGUE, NOTIFICATION_KINDS } from './catalogue.ts';
import { KIND_CLASSES, type NotificationKind } from './kind-classes.ts';
import type { KindDescription } from './kind-description.ts';
import { METADATA_FIELDS } from './metadata-fields.ts';
import { metadataSchemaOf } from './metadata-schema.ts';

/** The kinds of the HTTP interface. */
const INTERFACE_KINDS = `
  acknowledgedAccess
  addedToProject
  apiKeyRevoked
  attributeAdded
  attributeRemoved
  attributeUpdated
  bulkJobStatus
  certificationRequired
  conflictingGlobalPolicies
  dataSourceExpired
  dataSourceExpiring
  dataSourceUpdated
  deletedDatasourceRemovedFromProject
  expiredDatasourceRemovedFromProject
  firstQuery
  globalPolicyCreated / globalPolicyDeleted / globalPolicyDisabled / globalPolicyUpdated
  governanceSettingsUpdated
  groupUserAdded / groupUserDeleted
  healthCheckFailed / healthCheckResolved
  modelAccessApproved / modelAccessDenied / modelAccessRequested / modelAccessRevoked
  modelAccessUpdated
  modelCopied
  modelCreated / modelDeleted
  modelTagAdded / modelTagRemoved
  modelUserAdded / modelUserDeleted
  modelUserJoined
  nativeWorkspaceStateChanged
  permissionsUpdated
  policyAdjustmentCreated
  policyAdjustmentExpired
  policyCertificationExpired
  policyUpdated
  projectDisabled
  projectEqualizationMemberNotInCompliance
  projectEqualizationToggled
  projectUpdated
  purposeCreated / purposeDeleted / purposeUpdated
  queryCanceled
  queryCreated / queryUpdated
  removedFromProject
  switchedCurrentProject
  tagCreated / tagDeleted / tagUpdated
  taskDeleted
  taskValidated
  updatedModelInProject
  userCloned
  userCreated / userDeleted
  userDisabled / userEnabled
  userMigrated
  usernameUpdated
  userUpdated
`.split(/[\s/]+/);

/** Kinds that the project adds to the interface's. */
const FURTHER_KINDS = ['nativeIntegrationValidationFailed'];

const descriptions: readonly (readonly [string, KindDescription])[] = Object.entries(CATALOGUE);

describe('the catalogue', () => {
  it('has every kind of the interface and the ones we add, and no other', () => {
    const expected = [...INTERFACE_KINDS.filter((kind) => kind !== ''), ...FURTHER_KINDS];
    expect([...NOTIFICATION_KINDS].sort()).toEqual(expected.sort());
    expect(Object.keys(CATALOGUE).sort()).toEqual(expected.sort());
  });

  it('keeps the interface’s order', () => {
    const inOrder = INTERFACE_KINDS.filter((kind) => kind !== '');
    expect(NOTIFICATION_KINDS.filter((kind) => !FURTHER_KINDS.includes(kind))).toEqual(inOrder);
  });

  it.each(descriptions)('%s has its trigger and its text as whole sentences', (_, { trigger, text }) => {
    expect(trigger).toMatch(/^[A-Z].*\.$/);
    expect(text).toMatch(/^[A-Z{].*\.$/);
  });

  it.each(descriptions)('%s uses in its text only fields that its metadata can hold', (kind, { text }) => {
    const used = [...text.matchAll(/\{(\w+)\}/g)].map(([, field]) => field as keyof typeof METADATA_FIELDS);
    const schema = metadataSchemaOf(kind as NotificationKind);
    const issues = schema.safeParse(Object.fromEntries(used.map((field) => [field, undefined]))).error?.issues ?? [];
    expect(issues.filter(({ code }) => code === 'unrecognized_keys')).toEqual([]);
    expect(used.every((field) => Object.hasOwn(METADATA_FIELDS, field))).toBe(true);
  });

  it('gives every kind a class', () => {
    const classes = new Map<string, string[]>();
    for (const [kind, kindClass] of Object.entries(KIND_CLASSES)) {
      classes.set(kindClass, [...(classes.get(kindClass) ?? []), kind]);
    }
    expect([...classes.keys()].sort()).toEqual(['access', 'activity', 'system']);
    expect(KIND_CLASSES).toMatchObject({
      modelCreated: 'system',
      healthCheckFailed: 'system',
      modelAccessRequested: 'access',
      switchedCurrentProject: 'access',
      firstQuery: 'activity',
      taskValidated: 'activity',
    });
  });
});

describe('metadataSchemaOf', () => {
  const requested = { modelId: 4, modelType: 'datasource', actionBy: 2, actionByName: 'Ada' };

  it('accepts the required fields and any base field', () => {
    const metadata = { ...requested, targetGroup: null, notifyInitiator: true, projectName: 'Sales' };
    expect(metadataSchemaOf('modelAccessRequested').parse(metadata)).toEqual(metadata);
  });

  it.each([
    ['a missing field', { modelId: 4, modelType: 'datasource', actionBy: 2 }],
    ['a field that it does not have', { ...requested, tagName: 'PII' }],
    ['a wrong type', { ...requested, modelId: '4' }],
  ])('refuses %s', (_, metadata) => {
    expect(metadataSchemaOf('modelAccessRequested').safeParse(metadata).success).toBe(false);
  });
});
