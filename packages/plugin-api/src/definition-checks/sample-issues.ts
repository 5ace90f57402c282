import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import { definitionOf, type Plugin } from '../plugin.ts';
import { checkSamples } from './check-samples.ts';

/**
 * Returns the problems of a plugin's samples, and of the objects that are made from them: a sample that its own schema
 * refuses, an object on a missing stage, a slot that nothing fills. {@link definePlugin} omits this check, since it takes
 * longer than all the others and every host would pay for it at each start; the conformance kit of `@portcullis/testing`
 * runs it, and so may a test.
 *
 * @returns every issue with its remedy; none where the samples are consistent.
 */
export function sampleIssues(plugin: Plugin): readonly DefinitionIssue[] {
  return checkSamples(definitionOf(plugin));
}
