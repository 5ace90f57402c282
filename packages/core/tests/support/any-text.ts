import fc from 'fast-check';

/**
 * A generator of text with any characters. It replaces `fc.string({ unit: 'binary' })`, which takes a second of CPU
 * time for its first text.
 */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }).filter((character) => character < 0xd800 || character > 0xdfff))
  .map((characters) => String.fromCodePoint(...characters));
