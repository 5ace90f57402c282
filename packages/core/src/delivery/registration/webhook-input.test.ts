import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { webhookInput } from './webhook-input.ts';

const { name } = webhookInput.shape;
const { pattern = '' } = z.toJSONSchema(name) as { readonly pattern?: string };
const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code));

describe('the pattern of the name of a webhook', () => {
  const described = new RegExp(pattern);

  it('refuses exactly control characters, separators of lines and paragraphs, and controls of the writing direction', () => {
    const refused = characters.filter((character) => !described.test(`a${character}b`));
    const isMark = (character: string) => /[\u061c\u200e\u200f]/.test(character);
    expect(refused).toEqual(
      characters.filter((each) => /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(each) && !isMark(each)),
    );
  });

  it('refuses the same names as the schema', () => {
    const disagreed = characters.filter((character) => {
      const text = `a${character}b`;
      return described.test(text) !== name.safeParse(text).success;
    });
    expect(disagreed).toEqual([]);
  });
});
