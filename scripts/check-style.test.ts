import { describe, expect, it } from 'vitest';
import { reportSizes } from './check-style.ts';

const files = (...lengths: number[]) => lengths.map((lines, index) => ({ path: `src/file-${index}.ts`, lines }));

describe('reportSizes', () => {
  it('accepts files whose median is at the limit', () => {
    expect(reportSizes(files(10, 80, 400))).toMatchObject({ median: 80, problems: [] });
  });

  it('rejects a median above the limit', () => {
    expect(reportSizes(files(80, 82)).problems).toEqual(['The median source file has 81 lines, more than 80.']);
  });

  it('rejects a single file above the limit and names it', () => {
    expect(reportSizes(files(1, 1, 401)).problems).toEqual([
      'src/file-2.ts has 401 lines, more than 400: split it by concept.',
    ]);
  });
});
