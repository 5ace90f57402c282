import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import { definitionOf, type Plugin } from '../plugin.ts';
import { checkSamples } from './check-samples.ts';

/**
 * Returns the problems of a plugin's samples and of their objects: a sample that the config schema rejects, an object
 * on a missing stage, a slot without a value. {@link definePlugin} omits this check, because it takes longer than all
 * the others together and would delay the start of every host. The conformance kit of `@portcullis/testing` runs it; a
 * test of the plugin can run it too.
 *
 * @returns every issue with its remedy; none if the samples are consistent.
 */
export function sampleIssues(plugin: Plugin): readonly DefinitionIssue[] {
  return checkSamples(definitionOf(plugin));
}
