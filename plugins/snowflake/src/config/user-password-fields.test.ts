import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { userPasswordFields } from './user-password-fields.ts';

const schema = z.strictObject(userPasswordFields());
const signIn = (password: string) => ({ authenticationType: 'userPassword', username: 'ADA', password });

describe('the password of a user', () => {
  it('may be a programmatic access token, which is longer than a password', () => {
    expect(schema.safeParse(signIn('t'.repeat(400))).success).toBe(true);
  });

  it.each(['', 't'.repeat(2_049), 'a\0b'])('is refused if it is empty, too long, or contains NUL', (password) => {
    expect(schema.safeParse(signIn(password)).success).toBe(false);
  });
});
