import fc from 'fast-check';

/**
 * Text of any characters. Replaces `fc.string({ unit: 'binary' })`, which takes a second of CPU time before its first
 * text.
 *
 * @param minLength - characters at least. @default 0
 */
export function anyText(minLength = 0): fc.Arbitrary<string> {
  const character = fc.integer({ min: 0, max: 0x10ffff }).filter((each) => each < 0xd800 || each > 0xdfff);
  return fc.array(character, { minLength }).map((characters) => String.fromCodePoint(...characters));
}
