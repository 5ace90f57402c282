import type { z } from 'zod';
import type { DeclaredKinds } from '../../options/declared-kind.ts';
import type { BASE_FIELDS, BaseField } from './metadata-fields.ts';

/** The declared kind of this name, if both names are literals. */
type DeclaredWithSchema<Kind extends string, Kinds extends DeclaredKinds> = string extends Kind
  ? never
  : Extract<Kinds[number], { readonly kind: Kind; readonly metadata: z.ZodObject }>;

/** The fields that every kind may have, without those of the schema itself. */
type OtherBaseFields<Taken> = {
  readonly [Field in Exclude<BaseField, keyof Taken>]?: z.input<(typeof BASE_FIELDS)[Field]> | undefined;
};

/** The metadata that `notify()` accepts for a kind of the host: that of its schema, or any without a schema. */
export type DeclaredMetadataOf<Kind extends string, Kinds extends DeclaredKinds> = [
  DeclaredWithSchema<Kind, Kinds>,
] extends [never]
  ? Readonly<Record<string, unknown>>
  : z.input<DeclaredWithSchema<Kind, Kinds>['metadata']> &
      OtherBaseFields<z.input<DeclaredWithSchema<Kind, Kinds>['metadata']>>;
