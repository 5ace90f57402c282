import { z } from 'zod';

const id = z.int().positive();
const text = z.string().max(2000);

/**
 * The fields that the metadata of every kind may hold. Source: docs/reference/kinds.md;
 * `notificationType` is added by the service.
 */
export const BASE_FIELDS = {
  /** The data source or project. */
  modelId: id,
  /** `datasource` or `project`, or the host's names for them. */
  modelType: text,
  /** The initiator. */
  actionBy: id,
  actionByName: text,
  /** The user that the notification is about: a recipient. */
  targetUser: id,
  targetUserName: text,
  /** The group whose members are recipients. */
  targetGroup: text.nullable(),
  projectName: text,
  /** True when the initiator is a recipient too. */
  notifyInitiator: z.boolean(),
} as const;

/** Fields of some kinds only. */
const FURTHER_FIELDS = {
  modelName: text,
  accessLevel: text,
  columnName: text,
  policyName: text,
  purposeName: text,
  tagName: text,
  attributeName: text,
  groupName: text,
  queryName: text,
  taskName: text,
  keyName: text,
  previousName: text,
  reason: text,
  /** The action of a bulk job and its result. */
  jobName: text,
  outcome: z.enum(['success', 'failure']),
  enabled: z.boolean(),
  integrationId: id,
  integrationType: text,
  /** When it expires: ISO 8601. */
  expiresAt: z.iso.datetime({ offset: true }),
} as const;

/** Every field that the metadata of a kind of the catalogue can hold. */
export const METADATA_FIELDS = { ...BASE_FIELDS, ...FURTHER_FIELDS } as const;

/** The name of a field that every kind may hold. */
export type BaseField = keyof typeof BASE_FIELDS;

/** The name of a metadata field. */
export type MetadataField = keyof typeof METADATA_FIELDS;
