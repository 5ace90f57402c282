import type { ResponseSchema, Route } from '../routing/route.ts';
import { errorResponses } from './error-responses.ts';
import { exampleOfComponent } from './examples/example-of-component.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Link, linksOf } from './links.ts';
import { parametersOf } from './parameters.ts';
import type { PluginSchemaName } from './plugin-schemas.ts';
import { responseHeaders } from './response-headers.ts';
import { schemaNames } from './returned-ids.ts';

/** The callers, in words. */
const ACCESS = {
  open: 'Needs no key.',
  key: 'Any key.',
  admin: 'Requires APPLICATION_ADMIN.',
} as const satisfies Readonly<Record<Route['access'], string>>;

/** Returns the OpenAPI operation of a route. */
export function operationOf(route: Route): object {
  const { operationId, summary, tag, access, body } = route;
  const successes = Object.entries(route.responses).map(([status, response]) => [
    status,
    {
      description: response.description,
      headers: responseHeaders(route, Number(status)),
      ...(response.schema === 'nothing'
        ? {}
        : { content: contentOf(route.offers, schemaOf(response.schema), examplesOf(response.schema, Number(status))) }),
      ...linksField(linksOf(route, Number(status))),
    },
  ]);
  return {
    operationId,
    tags: [tag],
    summary,
    description: ACCESS[access],
    ...(access === 'open' ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...(body ? { requestBody: requestBodyOf(body) } : {}),
    responses: { ...errorResponses(route), ...Object.fromEntries(successes) },
  };
}

/** The rules of `parseYaml` that a JSON Schema cannot express. */
const YAML_RULES =
  'YAML has the scalars of JSON: null is written `null`, while `~`, `Null` and an empty value are text. A text of comments alone is no body. Tags, duplicate keys, a second document and more than 20 aliases are a 400, and there are no merge keys.';

function requestBodyOf({ required, mediaTypes, schema }: NonNullable<Route['body']>): object {
  const rules = mediaTypes.includes('application/yaml') ? { description: YAML_RULES } : {};
  return { ...rules, required, content: contentOf(mediaTypes, refTo(schema), examplesOf(schema)) };
}

/** Returns the values of the examples, by name. */
function examplesOf(schema: ResponseSchema | PluginSchemaName, status?: number): Readonly<Record<string, unknown>> {
  const isList = typeof schema === 'object' && 'listOf' in schema;
  const names = schemaNames(schema as ResponseSchema);
  const examples = names.map((name) => [name, exampleOfComponent(name, status)] as const).filter(([, each]) => each);
  return Object.fromEntries(examples.map(([name, each]) => [name, isList ? [each] : each]));
}

function linksField(links: Readonly<Record<string, Link>>): object {
  return Object.keys(links).length > 0 ? { links } : {};
}

/** The schema of a media type other than JSON is a text; the schema of an event stream is that of one event. */
function contentOf(
  mediaTypes: readonly string[],
  schema: JsonSchema,
  examples: Readonly<Record<string, unknown>>,
): object {
  const own: Readonly<Record<string, JsonSchema>> = {
    'text/plain': { type: 'string' },
    'application/sql': { type: 'string' },
    'text/event-stream': refTo('ProgressEvent'),
  };
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  const described = named.length > 0 ? { schema, examples: Object.fromEntries(named) } : { schema };
  return Object.fromEntries(
    mediaTypes.map((mediaType) => {
      const ownSchema = own[mediaType];
      return [mediaType, ownSchema ? { schema: ownSchema } : described];
    }),
  );
}

function schemaOf(schema: ResponseSchema): JsonSchema {
  if (schema === 'object' || schema === 'nothing') return { type: 'object' };
  if (typeof schema === 'string') return refTo(schema);
  if ('oneOf' in schema) return { oneOf: schema.oneOf.map(refTo) };
  return { type: 'array', items: schema.listOf === 'string' ? { type: 'string' } : refTo(schema.listOf) };
}

function refTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
