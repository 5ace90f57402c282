import type { EveryPlatform } from '../../shared/every-platform/start-every-platform.ts';

/** The parts of an OpenAPI document that get examples. */
interface Operation {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const JSON_TYPE = 'application/json';

/** The same parser reads the other media types of YAML, and each would repeat all requests. */
const MEDIA_TYPES: readonly string[] = [JSON_TYPE, 'application/yaml'];

/** The object key in each integration that waits for a decision. */
export const UNRESOLVED_KEY = 'database:left';

const MANUAL_SCRIPTS = ['Azure Synapse Analytics', 'Redshift', 'Snowflake'];

/**
 * An OpenAPI document with examples that the emulators know: bodies for a successful set-up, and ids of existing
 * objects. The schemas stay as they are, so generated values are judged by them alone.
 */
export function withExamples(
  document: unknown,
  { bodies, manualBody }: Pick<EveryPlatform, 'bodies' | 'manualBody'>,
  webhook: Readonly<Record<string, unknown>>,
): unknown {
  const all = Object.values(bodies);
  const manual = all
    .filter(({ type }) => MANUAL_SCRIPTS.includes(type))
    .map((body) => ({ ...body, autoBootstrap: false }));
  const examples: Readonly<Record<string, readonly object[]>> = {
    createIntegration: all,
    updateIntegration: all.filter(({ config }) => config !== undefined),
    getSetupPrivileges: all,
    testEndpoint: [webhook],
    updateWebhook: [{ name: 'Audit of all' }],
    getEditScript: [manualBody],
    decideOwnership: [{ object: UNRESOLVED_KEY, decision: 'leave' }],
    createWebhooks: [{ webhooks: [webhook] }],
  };
  const examplesOf = (operationId: string): readonly object[] =>
    examples[operationId] ?? (/^get\w+Script$/.test(operationId) ? manual : []);

  const paths = Object.entries((document as Document).paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => {
        const { operationId } = operation as { readonly operationId: string };
        return [method, withExamplesOf(operation, examplesOf(operationId), Object.keys(bodies).length + 1)];
      }),
    ),
  ]);
  return { ...(document as object), paths: Object.fromEntries(paths) };
}

function examplesIn(mediaType: string, bodies: readonly object[]): object {
  if (mediaType !== JSON_TYPE || bodies.length === 0) return {};
  return { examples: Object.fromEntries(bodies.map((value, index) => [`body${index + 1}`, { value }])) };
}

function withExamplesOf(operation: Operation, bodies: readonly object[], ids: number): Operation {
  const { parameters = [], requestBody } = operation;
  const numbered = Object.fromEntries(
    Array.from({ length: ids }, (_, index) => [`id${index + 1}`, { value: index + 1 }]),
  );
  return {
    ...operation,
    parameters: parameters.map((each) =>
      each.name === 'id' && each.in === 'path' ? { ...each, examples: numbered } : each,
    ),
    ...(requestBody
      ? {
          requestBody: {
            ...requestBody,
            content: Object.fromEntries(
              Object.entries(requestBody.content)
                .filter(([mediaType]) => MEDIA_TYPES.includes(mediaType))
                .map(([mediaType, content]) => [mediaType, { ...content, ...examplesIn(mediaType, bodies) }]),
            ),
          },
        }
      : {}),
  };
}
