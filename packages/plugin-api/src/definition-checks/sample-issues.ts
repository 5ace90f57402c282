import type { DefinitionIssue } from '../errors/plugin-definition-error.ts';
import { definitionOf, type Plugin } from '../plugin.ts';
import { checkSamples } from './check-samples.ts';

/**
 * What is wrong with the samples of a plugin, and with the objects that are made from them: a sample that its own schema refuses, an
 * object on a stage that is not there, a slot that nothing fills. {@link definePlugin} leaves it out, since it takes longer than all
 * the rest and every host would pay for it at each start; the conformance kit of `@portcullis/testing` asks, and so may a test.
 *
 * @returns every issue with its remedy; none where the samples hold together.
 */
export function sampleIssues(plugin: Plugin): readonly DefinitionIssue[] {
  return checkSamples(definitionOf(plugin));
}
