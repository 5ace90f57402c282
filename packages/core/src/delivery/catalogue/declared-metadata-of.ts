import type { z } from 'zod';
import type { DeclaredKinds } from '../../options/declared-kind.ts';
import type { BASE_FIELDS, BaseField } from './metadata-fields.ts';

/** The one of the kinds that has this name, where both names are literals. */
type DeclaredWithSchema<Kind extends string, Kinds extends DeclaredKinds> = string extends Kind
  ? never
  : Extract<Kinds[number], { readonly kind: Kind; readonly metadata: z.ZodObject }>;

/** The fields that every kind may hold, without those that the schema has itself. */
type OtherBaseFields<Taken> = {
  readonly [Field in Exclude<BaseField, keyof Taken>]?: z.input<(typeof BASE_FIELDS)[Field]> | undefined;
};

/** The metadata that `notify()` takes for a kind of the host's own: by its schema, or anything where it has none. */
export type DeclaredMetadataOf<Kind extends string, Kinds extends DeclaredKinds> = [
  DeclaredWithSchema<Kind, Kinds>,
] extends [never]
  ? Readonly<Record<string, unknown>>
  : z.input<DeclaredWithSchema<Kind, Kinds>['metadata']> &
      OtherBaseFields<z.input<DeclaredWithSchema<Kind, Kinds>['metadata']>>;
