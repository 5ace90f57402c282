import type { z } from 'zod';
import type { CATALOGUE } from './catalogue.ts';
import type { NotificationKind } from './kind-classes.ts';
import type { BaseField, METADATA_FIELDS, MetadataField } from './metadata-fields.ts';

type FieldsOf<Kind extends NotificationKind, Part extends string> = (typeof CATALOGUE)[Kind] extends {
  readonly [Name in Part]: readonly (infer Field extends MetadataField)[];
}
  ? Field
  : never;

type Required<Kind extends NotificationKind> = FieldsOf<Kind, 'required'>;
type Optional<Kind extends NotificationKind> = Exclude<BaseField | FieldsOf<Kind, 'optional'>, Required<Kind>>;
type ValueOf<Field extends MetadataField> = z.input<(typeof METADATA_FIELDS)[Field]>;

/** The metadata that `notify()` accepts for a kind of the catalogue. */
export type MetadataOf<Kind extends NotificationKind> = {
  readonly [Field in Required<Kind>]: ValueOf<Field>;
} & { readonly [Field in Optional<Kind>]?: ValueOf<Field> | undefined };
