/**
 * Returns a word that does not occur in a text, in any case. It is for dollar quotes, and for variables of PL/pgSQL,
 * which older versions of the language replace everywhere.
 */
export function unusedWord(text: string, wanted: string): string {
  const haystack = text.toLowerCase();
  for (let attempt = 0; ; attempt += 1) {
    const word = attempt === 0 ? wanted : `${wanted}${attempt}`;
    if (!haystack.includes(word)) return word;
  }
}
