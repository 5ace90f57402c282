/** A term of the field, and the words that are not used in its place. */
interface Term {
  readonly term: string;
  readonly not: RegExp;
}

/** The terms that readers of the field expect. Each idea has one word, and each word one idea. */
const GLOSSARY: readonly Term[] = [
  { term: 'conflict', not: /\b[oO]vertaken\b/ },
  { term: 'emulator', not: /\b[sS]tand-ins?\b|[sS]tandIns?\b/ },
  { term: 'endpoint queue', not: /\blanes?\b|\bLANES?\b|[a-z]Lanes?\b|\bLane[A-Z]/ },
  { term: 'fix, repair, remedy', not: /\bmend(?:s|ed|ing)?\b|\bmend[A-Z]/ },
  { term: 'foreign', not: /\b[sS]trangers?\b|\bSTRANGER/ },
  { term: 'interrupted', not: /\bbroken off half-way\b/ },
  { term: 'matched webhook', not: /\b[aA]ddressees?\b|[a-z]Addressees?\b/ },
  { term: 'MAX_', not: /\b(?:MOST|LONGEST)_[A-Z]/ },
  { term: 'MIN_', not: /\b(?:LEAST|SHORTEST)_[A-Z]/ },
  { term: 'planned change, desired state', not: /\bWish\b|\bwish(?:es|Of)?\b/ },
  { term: 'redact', not: /\b[sS]crub(?:s|bed|ber|bing)?\b|[a-z]Scrub/ },
  { term: 'response', not: /\b[aA]n answer\b|\bof the answer\b|[a-z]Answers?\b/ },
];

/** Returns one line for each word in a text that stands in place of a term. */
export function findWrongTerms(path: string, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      GLOSSARY.filter(({ not }) => not.test(line)).map(
        ({ term, not }) => `${path}:${index + 1} says "${not.exec(line)?.[0]}": say ${term}.`,
      ),
    );
}
