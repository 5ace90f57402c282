/** Faults of user-facing texts, each with its pattern. They come from templates whose parts do not fit together. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  'a doubled full stop': /(?<![./])\.\.(?![./])/,
  'a doubled mark': /[!?;:,]\.(?=\s|$)|[.!?][,;:](?=\s|$)/,
  'two spaces': /\S {2,}\S/,
  'a space before a mark': /\s[.,;:!?](?=\s|$)/,
  'a placeholder': /\$\{|(?<!\{)\{\w+\}(?!\})|\bundefined\b|\[object \w+\]|\bNaN\b/,
  'repeated words': /(?<![\w-])(\w+(?: \w+){0,4}) (?:an? |the )?\1(?![\w-])/i,
  'two articles': /\b(?:a|an|the) (?:a|an|the)\b/i,
  'a name that is not known': /\bof unknown name\b/i,
  'an empty pair': /(?<=\s)(?:""|''|``)(?=[\s.,;:]|$)|\s\(\s*\)/,
  'white space at an end': /^\s|\s$/,
};

/** Abbreviations whose full stop may precede another mark. */
const ABBREVIATIONS = /\b(?:e\.g|i\.e|etc|Inc|Ltd)\.(?=[,;:])/g;

/** Returns the faults of a text, each with its place. */
export function textFaults(text: string): readonly string[] {
  const plain = text.replaceAll(ABBREVIATIONS, (found) => found.slice(0, -1));
  return Object.entries(FAULTS).flatMap(([name, pattern]) => {
    const found = pattern.exec(plain);
    return found ? [`${name}: ${JSON.stringify(plain.slice(Math.max(0, found.index - 30), found.index + 40))}`] : [];
  });
}
