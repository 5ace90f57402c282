/** The parts of an OpenAPI document that the pages show. */
export interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, Header>>;
  };
}

/** One operation of the document. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: Content & { readonly description?: string; readonly required: boolean };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

/** The response of an operation with a status. */
export interface OpenApiResponse extends Partial<Content> {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
}

/** A parameter in the path, the query or the headers. */
export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Schema;
}

interface Header {
  readonly description?: string;
}

interface Content {
  readonly content: Readonly<
    Record<
      string,
      { readonly schema: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }
    >
  >;
}

interface Reference {
  readonly $ref: string;
}

/** The part of JSON Schema that the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly 'x-portcullis-exposure'?: string;
}

/** Returns the name of the component that a schema refers to; undefined for a schema without a reference. */
export function componentOf({ $ref }: Schema): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec($ref ?? '')?.[1];
}
