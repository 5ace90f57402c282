import { componentOf, type Document, type OpenApiResponse, type Operation, type Parameter } from './document.ts';
import { anchorOf, code, folded, jsonBlock, prose } from './prose.ts';
import { valuesOf } from './schema-rows.ts';
import { fieldTable, tableOf } from './tables.ts';

const JSON_TYPE = 'application/json';

/** Returns the heading of an operation, without its level. */
export function headingOf(method: string, path: string): string {
  return `\`${method.toUpperCase()} ${path}\``;
}

/** Returns the section of an operation: its parameters, body, responses and errors, with examples. */
export function operationSection(document: Document, method: string, path: string, operation: Operation): string {
  const parts = [
    `## ${headingOf(method, path)}`,
    `${sentence(operation.summary)} ${operation.description} Operation ${code(operation.operationId)}.`,
    parametersPart(operation),
    bodyPart(document, operation),
    responsesPart(operation),
    errorsPart(operation),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function sentence(summary: string): string {
  return `${prose(summary)}.`;
}

/** The parameter of all operations is on the first page. */
function parametersPart({ parameters }: Operation): string {
  const own = parameters.filter((each): each is Parameter => !('$ref' in each));
  if (own.length === 0) return '';
  const rows = own.map(({ name, in: place, schema, description = schema.description ?? '' }) => [
    code(name),
    place,
    valuesOf(schema),
    prose(description),
  ]);
  return tableOf(['parameter', 'in', 'values', 'meaning'], rows);
}

function bodyPart({ components }: Document, { requestBody }: Operation): string {
  if (!requestBody) return '';
  const { content, required, description } = requestBody;
  const { schema = {}, examples = {} } = content[JSON_TYPE] ?? {};
  const name = componentOf(schema);
  const body = components.schemas[name ?? ''] ?? schema;
  const inSchema = [body, ...(body.oneOf ?? [])].flatMap(({ examples: own = [] }) => own);
  const [example] = [...Object.values(examples).map(({ value }) => value), ...inSchema];
  const lead = `**Body**, ${required ? 'required' : 'optional'}: ${valuesOf(schema)} as ${Object.keys(content).map(code).join(', ')}.`;
  return [
    lead,
    description === undefined ? '' : prose(description),
    fieldTable(body),
    example === undefined ? '' : jsonBlock(example),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function responsesPart({ responses }: Operation): string {
  const successful = Object.entries(responses).filter(([status, response]) => !isError(status, response));
  const rows = successful.map(([status, response]) => [
    status,
    Object.entries(response.content ?? {})
      .map(([mediaType, { schema }]) => `${valuesOf(schema)}${mediaType === JSON_TYPE ? '' : ` as ${code(mediaType)}`}`)
      .join('; ') || 'nothing',
    Object.keys(response.headers ?? {})
      .filter((name) => name !== 'X-Request-Id')
      .map(code)
      .join(', '),
    prose(response.description),
  ]);
  const examples = successful.flatMap(([status, { content }]) =>
    Object.entries(content?.[JSON_TYPE]?.examples ?? {}).map(([name, { value }]) =>
      folded(`Example of ${status}: ${name}`, jsonBlock(value)),
    ),
  );
  return [tableOf(['response', 'content', 'headers', 'meaning'], rows), ...examples].join('\n\n');
}

function errorsPart({ responses }: Operation): string {
  const rows = Object.entries(responses)
    .filter(([status, response]) => isError(status, response))
    .map(([status, { content }]) => {
      const codes = Object.keys(content?.[JSON_TYPE]?.examples ?? {}).toSorted();
      return [status, codes.map((each) => `[${code(each)}](../errors.md#${anchorOf(each)})`).join(', ')];
    });
  return tableOf(['error', 'codes'], rows);
}

/** A 503 of the health endpoint is not an error, because errors have examples by code. */
function isError(status: string, { content }: OpenApiResponse): boolean {
  const names = Object.keys(content?.[JSON_TYPE]?.examples ?? {});
  return Number(status) >= 400 && names.some((name) => /^[A-Z_]+$/.test(name));
}
