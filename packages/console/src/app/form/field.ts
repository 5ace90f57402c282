/** The properties that every field has. */
interface FieldBase {
  /** The path of its value, with dots: `okta.username`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
}

/** One value of a choice. */
export interface Option {
  readonly value: string;
  readonly title: string;
  readonly description?: string;
}

/** A field that holds one value. */
export type ValueField = FieldBase &
  (
    | {
        readonly kind: 'text';
        readonly example?: string;
        /** The value that the service uses when the field is left empty. */
        readonly fallback?: string;
        readonly isNumber: boolean;
        readonly isPrivate: boolean;
      }
    | { readonly kind: 'secret'; readonly isLong: boolean }
    | { readonly kind: 'switch'; readonly fallback: boolean }
    | { readonly kind: 'choice'; readonly options: readonly Option[] }
    /** A value without a field type: edited as JSON. */
    | { readonly kind: 'json'; readonly example?: string; readonly isPrivate: boolean }
  );

/** Fields that belong together. */
type GroupField = FieldBase & { readonly kind: 'group'; readonly fields: readonly Field[] };

/** A part of a form. */
export type Field = ValueField | GroupField;

/** The entered values, by path. A field that was never touched has no value here. */
export type Values = Readonly<Record<string, string | boolean>>;
