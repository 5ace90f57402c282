import { definitionOf } from '@portcullis/plugin-api';
import { whereaboutsOf } from '../../simulated/platform/described-object.ts';
import { stateOf } from '../../simulated/platform/platform-state.ts';
import { type FramedStatement, framedStatements } from '../../simulated/platform/script-statements.ts';
import type { ResolvedSample } from '../plugin-subject.ts';
import type { KitRun } from './create-kit-run.ts';

/** Returns the canonical statements in a script of a sample, commented out or not, in order. */
export function framedIn(
  { platform, plugin }: KitRun,
  sample: ResolvedSample,
  script: string,
): readonly FramedStatement[] {
  const state = stateOf(platform);
  const { identity } = whereaboutsOf(definitionOf(plugin), sample.parsed ?? sample.config, state.aliases);
  const known = state.vocabulary.textsOf(identity);
  return framedStatements(script, { written: state.sections, known, decides: true });
}
