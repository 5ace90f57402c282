/** Returns the mark of another object of the same integration. Marks end with the key of their object. */
export function siblingMark(mark: string, key: string, sibling: string): string {
  return `${mark.slice(0, mark.length - key.length)}${sibling}`;
}
