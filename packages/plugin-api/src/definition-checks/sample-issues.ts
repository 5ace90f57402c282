import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import { definitionOf, type Plugin } from '../plugin.ts';
import { checkSamples } from './check-samples.ts';

/**
 * Returns the problems of a plugin's samples, and of the objects that are made from them: a sample that its own schema
 * rejects, an object on a missing stage, a slot without a value. {@link definePlugin} omits this check, because it
 * takes longer than all the others and would delay each start of every host; the conformance kit of
 * `@portcullis/testing` runs it, and so may a test.
 *
 * @returns every issue with its remedy; none if the samples are consistent.
 */
export function sampleIssues(plugin: Plugin): readonly DefinitionIssue[] {
  return checkSamples(definitionOf(plugin));
}
