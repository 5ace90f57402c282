import { describe, expect, it } from 'vitest';
import { requestTarget } from './request-target.ts';

describe('requestTarget', () => {
  it.each([
    ['/integrations?dryRun=true', { target: '/integrations?dryRun=true' }],
    ['http://data.example.com:80/integrations?a=b', { authority: 'data.example.com:80', target: '/integrations?a=b' }],
    ['http://data.example.com', { authority: 'data.example.com', target: '/' }],
    ['http://data.example.com?a=b', { authority: 'data.example.com', target: '/?a=b' }],
    ['http://user@[::1', { authority: 'user@[::1', target: '/' }],
    ['/http://data.example.com/', { target: '/http://data.example.com/' }],
    ['*', { target: '*' }],
    ['', { target: '' }],
  ])('parses %j', (sent, parts) => {
    expect(requestTarget(sent)).toEqual(parts);
  });
});
