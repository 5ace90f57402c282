import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Json = Readonly<Record<string, unknown>>;

/**
 * Checks responses against an OpenAPI document, more strictly than a client: fields that it does not list are errors.
 */
export function createResponseCheck(document: Json) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(closed(document) as Json, 'document');
  const validators = new Map<string, ValidateFunction>();

  /** Returns the problems of a response. */
  return (path: string, method: string, status: number, mediaType: string, body: unknown): readonly string[] => {
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', mediaType, 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` });
    validators.set(pointer, validate);
    validate(body);
    return (validate.errors ?? []).map(
      (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
    );
  };
}

/** Returns a copy of the schema in which no object allows additional fields. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, closed(each)]);
  const isObject = 'properties' in value && typeof value.properties === 'object';
  return Object.fromEntries(isObject ? [['additionalProperties', false], ...entries] : entries);
}
