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

it.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }, undefined],
  ['another host of the same site', { 'sec-fetch-site': 'same-site' }, undefined],
  ['another site, over http', { origin: 'http://other.example' }, undefined],
  ['a page without an origin, over http', { origin: 'null' }, undefined],
  ['a page of the host', { 'sec-fetch-site': 'same-origin', origin: 'http://host.example' }, ADA],
  ['a page of the host, over http', { origin: 'http://host.example' }, ADA],
  ['a client without a browser', {}, ADA],
])('a change that comes from %s', async (_where, headers, user) => {
  const { signIn, authenticate } = createSessions();
  const request = new Request('http://host.example/', {
    method: 'POST',
    headers: { ...headers, host: 'host.example', cookie: signIn(ADA) },
  });
  expect(await authenticate(request)).toEqual(user);
});
