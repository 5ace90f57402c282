import { createFakeRandom } from '@portcullis/testing';
import { type SchemathesisRun, WITH_CONFIG } from './runs.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** The number of operations of which a sample has one. */
const SHARE = 3;

/**
 * Returns the ids of a third of the operations with or without a config in an OpenAPI document.
 *
 * @param seed - repeats the choice.
 */
export function sampleOperations(
  document: unknown,
  operations: NonNullable<SchemathesisRun['operations']>,
  seed: number,
): readonly string[] {
  const random = createFakeRandom(seed);
  const ids = Object.values((document as Document).paths)
    .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
    .filter((id) => WITH_CONFIG.test(id) === (operations === 'with a config'))
    .map((id) => ({ id, at: random.fraction() }))
    .toSorted((a, b) => a.at - b.at);
  return ids.slice(0, Math.ceil(ids.length / SHARE)).map(({ id }) => id);
}
