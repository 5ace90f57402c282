import type { EveryPlatform, SetUpBody } from '../../shared/every-platform/start-every-platform.ts';

import { UNRESOLVED_KEY } from './with-examples.ts';

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
  readonly responses: Readonly<Record<string, { readonly links?: Readonly<Record<string, Link>> }>>;
}
interface Link {
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly parameters?: Readonly<Record<string, string>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
type Fields = Readonly<Record<string, unknown>>;

/** The fields of each type that identify a target, with values that its emulator accepts. */
const TARGETS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Azure Synapse Analytics': { schema: '^governed_[a-z]{2,6}$' },
  Databricks: { catalog: '^governance_[a-z]{2,6}$' },
  'Google BigQuery': { dataset: '^governance_[a-z]{2,6}$' },
  'Native S3': { name: '^Lake [a-z]{2,6}$', awsLocationPath: '^s3://acme-lake/[a-z]{2,6}/$' },
  Redshift: { database: '^governance_[a-z]{2,6}$' },
  Snowflake: { database: '^GOVERNANCE_[A-Z]{2,6}$' },
};

/** Parameters whose generated values cause a refusal, or leave nothing in the response for later requests. */
const CONDITIONS = [
  'If-Match',
  'If-Plan',
  'adopt',
  'instanceId',
  'forceDisable',
  'dropContents',
  'Last-Event-ID',
  'Idempotency-Key',
  'notificationType',
  'successOrFailure',
  'includeGlobal',
  'includeUser',
  'offset',
  'cursor',
  'after',
  'kind',
  'status',
  'version',
];

/** The body of a link is sent unchanged, and is not merged into a generated one. */
const WHOLE_BODY = { 'x-schemathesis': { merge_body: false } };

/** The parts of a config that are credentials, by type. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  Snowflake: ['authenticationType', 'username', 'password', 'role'],
  Redshift: ['authenticationType', 'username', 'password'],
  'Azure Synapse Analytics': ['username', 'password'],
};
const WITH_CREDENTIALS = ['deleteIntegration', 'rotateIntegrationSecret', 'observeIntegrationDrift'];

/**
 * An OpenAPI document with bodies that the emulators accept, each with a separate target, so that sequences of requests
 * find existing objects. Its links also pass bodies made of parts, which the runtime expressions of OpenAPI cannot
 * express.
 */
export function withLivingObjects(
  document: unknown,
  { bodies }: Pick<EveryPlatform, 'bodies'>,
  webhook: Fields & { readonly url: string },
): unknown {
  const schemas = bodySchemas(Object.values(bodies), webhook);
  return {
    ...(document as object),
    paths: mapValues((document as Document).paths, (operations) =>
      mapValues(operations, (operation) => ({
        ...operation,
        parameters: operation.parameters.filter(({ name = '' }) => !CONDITIONS.includes(name)),
        ...bodyOf(operation, schemas[operation.operationId]),
        responses: mapValues(operation.responses, (response, status) => {
          const own = withoutConditions(response.links);
          const links = {
            ...(operation.operationId === 'listIntegrations' ? fromAnyMember(own) : own),
            ...moreLinks(operation.operationId, status),
          };
          return Object.keys(links).length > 0 ? { ...response, links } : response;
        }),
      })),
    ),
  };
}

/** Returns the links of a list, with the id of any member in place of the first one's. */
function fromAnyMember(links: Readonly<Record<string, Link>>): Readonly<Record<string, Link>> {
  return mapValues(links, ({ parameters = {}, ...link }) => {
    const wildcards = mapValues(parameters, (expression) => expression.replace('#/0/', '#/*/'));
    // The extension makes Schemathesis read `*` in a pointer.
    return { ...link, parameters: wildcards, 'x-schemathesis': { merge_body: false, is_inferred: true } };
  });
}

/** Returns the links without the excluded parameters. */
function withoutConditions(links: Readonly<Record<string, Link>> = {}): Readonly<Record<string, Link>> {
  const isKept = ([name]: readonly [string, unknown]) => !CONDITIONS.includes(name.replace(/^header\./, ''));
  const kept = mapValues(links, ({ parameters = {}, ...link }) => ({
    ...link,
    ...(link.requestBody === undefined ? {} : WHOLE_BODY),
    parameters: Object.fromEntries(Object.entries(parameters).filter(isKept)),
  }));
  return Object.fromEntries(
    Object.entries(kept).filter(([name]) => !['runPlan', 'repeat', 'nextPage', 'behindFirst'].includes(name)),
  );
}

function bodySchemas(bodies: readonly SetUpBody[], webhook: Fields): Readonly<Record<string, object>> {
  const name = { type: 'string', pattern: '^[A-Z][a-z]{2,6}$' };
  const oneWebhook = objectOf({ ...constants(webhook), name });
  return {
    createIntegration: oneOf(bodies.map(setUpSchema)),
    updateIntegration: oneOf(bodies.filter(({ config }) => config !== undefined).map(setUpSchema)),
    ...Object.fromEntries(WITH_CREDENTIALS.map((operation) => [operation, credentialsSchema(bodies)])),
    createWebhooks: objectOf({ webhooks: { type: 'array', minItems: 1, maxItems: 2, items: oneWebhook } }),
    updateWebhook: objectOf({ name, paused: { type: 'boolean' } }),
    recoverDeliveries: objectOf({ since: { const: '2026-01-01T00:00:00Z' } }),
    decideOwnership: objectOf(constants({ object: UNRESOLVED_KEY, decision: 'leave' })),
    createApiKey: objectOf({ name, permissions: { enum: [[], ['APPLICATION_ADMIN']] } }),
  };
}

/** A config with a separate target, and otherwise unchanged. */
function setUpSchema({ type, autoBootstrap, config }: SetUpBody): object {
  const targets = mapValues(TARGETS[type] ?? {}, (pattern) => ({ type: 'string', pattern }));
  return objectOf({
    ...constants({ type, ...(autoBootstrap === undefined ? {} : { autoBootstrap }) }),
    ...(config ? { config: objectOf({ ...constants(config), ...targets }) } : {}),
  });
}

function credentialsSchema(bodies: readonly SetUpBody[]): object {
  const known = bodies.flatMap(({ type, config = {} }) => {
    const names = CREDENTIALS[type];
    return names ? [objectOf(constants(Object.fromEntries(names.map((name) => [name, config[name]]))))] : [];
  });
  return { anyOf: [{ type: 'object', maxProperties: 0 }, ...known] };
}

/** Links to the operations that need the body of a creation, or the stored one, again. */
function moreLinks(operationId: string, status: string): Readonly<Record<string, Link>> {
  if (operationId === 'getIntegration' && status === '200') {
    const requestBody = Object.fromEntries(
      ['type', 'autoBootstrap', 'config'].map((name) => [name, `$response.body#/${name}`]),
    );
    const parameters = { 'path.id': '$response.body#/id' };
    return Object.fromEntries(
      ['updateIntegration', 'getEditScript'].map((target) => [
        target,
        { ...WHOLE_BODY, operationId: target, parameters, requestBody },
      ]),
    );
  }
  if (operationId !== 'createIntegration' || status !== '201') return {};
  const parameters = { 'path.id': '$response.body#/id' };
  const removals = Object.values(CREDENTIALS).flatMap((names, index) =>
    WITH_CREDENTIALS.map((target) => [
      index === 0 ? target : `${target}${index}`,
      {
        ...WHOLE_BODY,
        operationId: target,
        parameters,
        requestBody: Object.fromEntries(names.map((name) => [name, `$request.body#/config/${name}`])),
      },
    ]),
  );
  return {
    updateIntegration: { ...WHOLE_BODY, operationId: 'updateIntegration', parameters, requestBody: '$request.body' },
    ...Object.fromEntries(removals),
  };
}

/** Only JSON: a body from a link has no other form. */
function bodyOf({ requestBody }: Operation, schema: object | undefined): object {
  const content = schema ? { schema } : requestBody?.content['application/json'];
  return content ? { requestBody: { required: true, content: { 'application/json': content } } } : {};
}

const constants = (fields: Fields): Readonly<Record<string, object>> =>
  mapValues(fields, (value) => ({ const: value }));

const oneOf = (schemas: readonly object[]): object => ({ oneOf: schemas });

function objectOf(properties: Readonly<Record<string, object>>): object {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From, key: string) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
}
