import { expect, it } from 'vitest';
import { createSessions } from '../src/sessions.ts';
import { ADA } from './support/start-test-host.ts';

it.each([
  ['alone', (cookie: string) => cookie],
  ['after another cookie', (cookie: string) => `theme=dark; ${cookie}`],
  ['after a cookie whose name ends in the same way', (cookie: string) => `old-session=1; ${cookie}`],
])('the cookie of the session is found %s', async (_where, headerOf) => {
  const { signIn, authenticate } = createSessions();
  const headers = { cookie: headerOf(signIn(ADA)) };
  expect(await authenticate(new Request('http://host.example/', { headers }))).toEqual(ADA);
});
