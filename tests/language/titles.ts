import { titlesOf } from './pronouns.ts';

/** A phrase that obscures the title of a test, and the plain form. */
const PHRASES: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bwho\b/i, 'the account, caller or process'],
  [/(?<!\$)\bwhat\b/i, 'the noun'],
  [/\b(?:says?|tells?|told)\b/i, 'reports, names, states or returns'],
  [/\b(?:goes|go) on\b/i, 'continues'],
  [/\blets? go\b/i, 'releases or closes'],
  [/\b(?:whatever|however)\b/i, 'any, or even if'],
  [/\bmeanwhile\b/i, 'at the same time'],
  [/\bbesides?\b(?!\.)/i, 'next to, or in addition to'],
  [/\bstands? (?:still|in the way)\b/i, 'is suspended, or blocks'],
];

/** Returns one line for each obscure phrase in the titles of a test file. */
export function findTitlePhrases(path: string, text: string): readonly string[] {
  if (!PHRASES.some(([pattern]) => pattern.test(text))) return [];
  return titlesOf(path, text).flatMap(({ text: title, start }) =>
    PHRASES.filter(([pattern]) => pattern.test(title)).map(([pattern, instead]) => {
      const line = text.slice(0, start).split('\n').length;
      return `${path}:${line} has "${pattern.exec(title)?.[0]}" in a title: write ${instead}.`;
    }),
  );
}
