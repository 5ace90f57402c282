import type { MetadataField } from './metadata-fields.ts';

/** The catalogue entry of a kind besides its class. */
export interface KindDescription {
  /** When it is emitted, one sentence. */
  readonly trigger: string;
  /** The text for users; `{field}` is replaced by the metadata field, or by a general word where it is absent. */
  readonly text: string;
  /** Fields that the metadata must hold. The base fields are optional otherwise. */
  readonly required: readonly MetadataField[];
  /** Further fields that it may hold. */
  readonly optional?: readonly MetadataField[];
}

/** The fields that name the initiator, for kinds that only an administrator causes. */
export const initiator = ['actionBy', 'actionByName'] as const;

/** The data source or project. */
export const model = ['modelId', 'modelType'] as const;

/** The user it is about. */
export const target = ['targetUser', 'targetUserName'] as const;
