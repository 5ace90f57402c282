import type { Answers } from '../exchanges.ts';

/** What the bare handlers serve: the values that the library's answers were made from. */
export interface BareData {
  readonly integrations: ReadonlyMap<string, unknown>;
  readonly list: readonly unknown[];
  readonly dryRun: unknown;
}

/** Takes the library's answers apart, so that the bare handlers serialise the same bytes at every request. */
export function bareDataOf(answers: Answers): BareData {
  const list = JSON.parse(answers['GET list of 100']) as readonly { readonly id: string }[];
  return {
    list,
    integrations: new Map(list.map((integration) => [integration.id, integration])),
    dryRun: JSON.parse(answers['POST dryRun']),
  };
}

/** The one thing that the bare handlers ask of a body, so that nobody can say it was not looked at. */
export function namesType(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'type' in body;
}
