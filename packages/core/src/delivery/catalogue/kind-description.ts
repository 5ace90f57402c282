import type { MetadataField } from './metadata-fields.ts';

/** The catalogue entry of a kind, without its class. */
export interface KindDescription {
  /** The trigger, in one sentence. */
  readonly trigger: string;
  /** The text for users; `{field}` is replaced by the metadata field, or by a general word if it is absent. */
  readonly text: string;
  /** Required fields of the metadata. Other base fields are optional. */
  readonly required: readonly MetadataField[];
  /** Further optional fields. */
  readonly optional?: readonly MetadataField[];
}

/** The fields that name the initiator, for kinds that only an administrator causes. */
export const initiator = ['actionBy', 'actionByName'] as const;

/** The data source or project. */
export const model = ['modelId', 'modelType'] as const;

/** The user that it is about. */
export const target = ['targetUser', 'targetUserName'] as const;
