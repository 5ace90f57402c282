import { createFakeRandom } from '@portcullis/testing';
import type { NamedStatement } from './sqlfluff.ts';

/** The kind of a script: its action and stage, without the combination that generated it. */
const KIND = /: (\w+ script of .+)$/;

/**
 * Returns all single statements, and of each kind of script the longest one and one at random. The parser takes most of its time for
 * scripts, and the combinations repeat the same statements in them.
 *
 * @param seed - repeats the choice.
 */
export function sampleScripts(statements: readonly NamedStatement[], seed: number): readonly NamedStatement[] {
  const random = createFakeRandom(seed);
  const kinds = Map.groupBy(statements, ({ name }) => KIND.exec(name)?.[1]);
  return [...kinds].flatMap(([kind, all]) => {
    if (kind === undefined) return all;
    const longest = all.reduce((a, b) => (b.text.length > a.text.length ? b : a));
    const others = all.filter((each) => each !== longest);
    const other = others[Math.floor(random.fraction() * others.length)];
    return [longest, ...(other ? [other] : [])];
  });
}
