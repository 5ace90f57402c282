import type { ScriptedResponses } from '../exchanges.ts';

/** The data of the bare handlers, from which the library's responses were made. */
export interface BareData {
  readonly integrations: ReadonlyMap<string, unknown>;
  readonly list: readonly unknown[];
  readonly dryRun: unknown;
}

/** Parses the library's responses, so that the bare handlers serialise the same bytes for each request. */
export function bareDataOf(responses: ScriptedResponses): BareData {
  const list = JSON.parse(responses['GET list of 100']) as readonly { readonly id: string }[];
  return {
    list,
    integrations: new Map(list.map((integration) => [integration.id, integration])),
    dryRun: JSON.parse(responses['POST dryRun']),
  };
}

/** The only check that the bare handlers make on a body. It ensures that they read the body. */
export function namesType(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'type' in body;
}
