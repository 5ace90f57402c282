/**
 * Returns the factor for the search score of a section: guides rank above reference pages. The site sends the source text
 * of this function to the browser, so it must not refer to outer variables.
 *
 * @param id - the address of the section, such as `/guide/mount#proxies`.
 */
export function boostDocument(id: string): number {
  if (/^\/(?:guide|concepts)\//.test(id)) return 4;
  if (/^\/(?:operations|security|packages)\//.test(id)) return 2;
  if (/^\/reference\/api\//.test(id)) return 0.2;
  return /^\/(?:adr|reference\/http\/schemas)/.test(id) ? 0.5 : 1;
}
