import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dedent } from './dedent.ts';

/** Source text of a template: letters, spaces, tabs and line breaks. */
const sourceText = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '\n'), maxLength: 30 });

describe('dedent', () => {
  it('removes the common indentation and the blank first and last line', () => {
    expect(dedent(['\n    CREATE ROLE a;\n      GRANT b;\n  '])).toEqual(['CREATE ROLE a;\n  GRANT b;']);
  });

  it('counts a line that begins with an interpolation', () => {
    expect(dedent(['\n    ', '\n      x\n  '])).toEqual(['', '\n  x']);
  });

  it('ignores blank lines when it measures the indentation', () => {
    expect(dedent(['\n    a\n\n    b\n  '])).toEqual(['a\n\nb']);
  });

  it('leaves a single line unchanged, including its spaces', () => {
    expect(dedent([' a ', ' b '])).toEqual([' a ', ' b ']);
  });

  it('keeps the final line break of a template that does not begin with one, such as a separator', () => {
    expect(dedent([',\n'])).toEqual([',\n']);
    expect(dedent([',\n    '])).toEqual([',\n']);
  });

  it('returns an empty text for a blank template', () => {
    expect(dedent(['\n   '])).toEqual(['']);
  });

  it('changes only white space at line breaks, and keeps the number of strings', () => {
    fc.assert(
      fc.property(fc.array(sourceText, { minLength: 1, maxLength: 5 }), (strings) => {
        const result = dedent(strings);
        expect(result.map((text) => text.replaceAll(/\s/g, ''))).toEqual(
          strings.map((text) => text.replaceAll(/\s/g, '')),
        );
        for (const [index, text] of result.entries()) {
          const original = strings[index] ?? '';
          // Text before the first line break that is not a blank line is kept unchanged.
          if (!original.includes('\n')) expect(text).toBe(original);
        }
      }),
    );
  });

  it('is idempotent on templates without blank edges', () => {
    fc.assert(
      fc.property(sourceText, (text) => {
        const once = dedent([`\n${text}x\n`]);
        const twice = dedent(['\n'.concat(once[0] ?? '', '\n')]);
        expect(twice).toEqual(once);
      }),
    );
  });
});
