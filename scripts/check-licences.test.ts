import { describe, expect, it } from 'vitest';
import { findForbidden } from './check-licences.ts';

describe('findForbidden', () => {
  it.each(['MIT', 'Apache-2.0', '(MIT OR GPL-3.0-only)', 'BSD-3-Clause AND MIT', 'PostgreSQL'])(
    'accepts %s',
    (licence) => {
      expect(findForbidden([{ name: 'dependency', licence }])).toEqual([]);
    },
  );

  it.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'UNLICENSED', 'Unknown', 'SEE LICENSE IN LICENSE.md', ''])(
    'rejects "%s"',
    (licence) => {
      expect(findForbidden([{ name: 'dependency', licence }])).toEqual([
        expect.stringContaining('dependency comes under'),
      ]);
    },
  );

  it('applies an exception to its own package only', () => {
    expect(findForbidden([{ name: 'argparse', licence: 'PSF-2.0' }])).toEqual([]);
    expect(findForbidden([{ name: 'other', licence: 'PSF-2.0' }])).toHaveLength(1);
  });
});
