import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCanonicalPath } from './is-canonical-path.ts';

describe('isCanonicalPath', () => {
  it.each([
    '/integrations/../settings',
    '/integrations/..',
    '/integrations/./7',
    '/integrations/.',
    '/integrations/%2e%2E/settings',
    '/integrations/.%2e',
    '/integrations/%2E/7',
    '/integrations/..\\settings',
    '/integrations\\7',
  ])('is false for %s', (path) => {
    expect(isCanonicalPath(path)).toBe(false);
  });

  it.each(['/', '/integrations', '/integrations/7.5', '/integrations/...', '/a..b/.c/d.', '/..%2f', '/a//b'])(
    'is true for %s',
    (path) => {
      expect(isCanonicalPath(path)).toBe(true);
    },
  );

  it('rejects every path that a URL parser would resolve to another path', () => {
    const piece = fc.constantFrom('/', '\\', '.', '..', '%2e', '%2E', 'a', '%2f');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = `/${pieces.join('')}`;
        fc.pre(isCanonicalPath(path));
        expect(new URL(`http://host${path}`).pathname).toBe(path);
      }),
    );
  });
});
