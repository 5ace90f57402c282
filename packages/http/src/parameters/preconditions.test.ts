import { describe, expect, it } from 'vitest';
import { entityTag, preconditionsOf } from './preconditions.ts';

const of = (headers: Record<string, string>) => preconditionsOf(new Headers(headers));

describe('preconditions', () => {
  it('are absent without the headers', () => {
    expect(of({})).toEqual({});
  });

  it('contain one version of an ETag, or several', () => {
    expect(of({ 'if-match': entityTag(12) })).toEqual({ ifMatch: [12] });
    expect(of({ 'if-match': '"1", "22" ,,"3"' })).toEqual({ ifMatch: [1, 22, 3] });
  });

  it('are absent for any version (*)', () => {
    expect(of({ 'if-match': '*' })).toEqual({});
  });

  it('contain a plan, quoted or not', () => {
    expect(of({ 'if-plan': ' abc ' })).toEqual({ ifPlan: 'abc' });
    expect(of({ 'if-plan': '"abc"' })).toEqual({ ifPlan: 'abc' });
  });

  it.each(['W/"12"', '"abc"', '""', '"1.5"', '"99999999999999999999"', 'W/"1", "x,y"'])(
    'are never met by %s',
    (tag) => {
      expect(of({ 'if-match': tag })).toEqual({ ifMatch: [] });
    },
  );

  it('compare strongly: weak tags of a list are ignored', () => {
    expect(of({ 'if-match': 'W/"1", "2", "a,\\b"' })).toEqual({ ifMatch: [2] });
  });

  it.each(['12', '"1', '', '"1" "2"', '*, "1"', 'w/"1"', ','])('cannot be read from %j', (tag) => {
    expect(() => of({ 'if-match': tag })).toThrow(expect.objectContaining({ code: 'PARAMETER_INVALID' }));
  });
});
