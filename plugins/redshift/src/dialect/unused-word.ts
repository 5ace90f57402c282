/**
 * A word that does not occur in a text, whatever its case: for dollar quotes, and for variables of PL/pgSQL, which older versions
 * of the language replace wherever they find them.
 */
export function unusedWord(text: string, wanted: string): string {
  const haystack = text.toLowerCase();
  for (let attempt = 0; ; attempt += 1) {
    const word = attempt === 0 ? wanted : `${wanted}${attempt}`;
    if (!haystack.includes(word)) return word;
  }
}
