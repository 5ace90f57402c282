import fc from 'fast-check';

/**
 * Returns a generator of text with any characters. It replaces `fc.string({ unit: 'binary' })`, which takes a second of
 * CPU time for its first text.
 *
 * @param minLength - the minimum number of characters. @default 0
 */
export function anyText(minLength = 0): fc.Arbitrary<string> {
  const character = fc.integer({ min: 0, max: 0x10ffff }).filter((each) => each < 0xd800 || each > 0xdfff);
  return fc.array(character, { minLength }).map((characters) => String.fromCodePoint(...characters));
}
