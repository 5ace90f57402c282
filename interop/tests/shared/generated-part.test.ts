import { describe, expect, it } from 'vitest';
import { generatedPart, withGeneratedPart } from '../../src/shared/generated-part.ts';

const MARKERS = ['<!-- table -->', '<!-- end -->'] as const;
const PAGE = '# Page\n\n<!-- table -->\n\nold\n\n<!-- end -->\n\nText.\n';

describe('the generated part of a page', () => {
  it('is read and replaced between its markers', () => {
    expect(generatedPart(PAGE, MARKERS)).toBe('\n\nold\n\n');
    expect(withGeneratedPart(PAGE, MARKERS, 'new $& text')).toBe(PAGE.replace('old', () => 'new $& text'));
  });

  it.each(['# Page\n', '<!-- end -->\n<!-- table -->\n'])('needs both markers in order: %j', (page) => {
    expect(() => withGeneratedPart(page, MARKERS, 'new')).toThrow('no place');
  });
});
