import { expect, it } from 'vitest';
import { isWebUrl } from './is-web-url.ts';

it.each([
  'http://127.0.0.1:8085',
  'https://proxy.example.com',
  'http://ada:100%25@proxy.example.com:3128',
  'http://ada:s%40crate@proxy.example.com:3128',
])('accepts %s', (url) => {
  expect(isWebUrl(url)).toBe(true);
});

it.each([
  ['', 'nothing'],
  ['proxy.example.com:3128', 'a host and a port'],
  ['ada:s3cret@proxy.example.com', 'a user before a host'],
  ['socks5://proxy.example.com', 'another protocol'],
  ['http://ada:100%@proxy.example.com', 'a password with a percent sign that is not encoded'],
  ['http://100%:x@proxy.example.com', 'a user with one'],
  ['http://a%:41@proxy.example.com', 'a user whose percent sign the password would complete'],
])('refuses %s: %s', (url) => {
  expect(isWebUrl(url)).toBe(false);
});
