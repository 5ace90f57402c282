import { visit } from 'jsonc-parser';

/**
 * Finds the first duplicate key of an object in a JSON text, with escapes resolved: parsers differ in which of the
 * two they use.
 *
 * @param text - well-formed JSON without deep nesting: the parser below recurses.
 * @returns the offset of the second occurrence.
 */
export function duplicateKeyOffset(text: string): number | undefined {
  const open: Set<string>[] = [];
  let found: number | undefined;
  visit(text, {
    onObjectBegin: () => {
      if (found !== undefined) return false;
      open.push(new Set());
      return true;
    },
    onObjectProperty: (name, offset) => {
      const names = open.at(-1);
      if (names?.has(name)) found ??= offset;
      names?.add(name);
    },
    onObjectEnd: () => void open.pop(),
  });
  return found;
}
