import { describe, expect, it } from 'vitest';
import { entityTag, preconditionsOf } from './preconditions.ts';

const of = (headers: Record<string, string>) => preconditionsOf(new Headers(headers));

describe('preconditions', () => {
  it('are none without the headers', () => {
    expect(of({})).toEqual({});
  });

  it('name the version that ETag showed', () => {
    expect(of({ 'if-match': entityTag(12) })).toEqual({ ifMatch: 12 });
  });

  it('are none for any version', () => {
    expect(of({ 'if-match': '*' })).toEqual({});
  });

  it('name a plan, quoted or not', () => {
    expect(of({ 'if-plan': ' abc ' })).toEqual({ ifPlan: 'abc' });
    expect(of({ 'if-plan': '"abc"' })).toEqual({ ifPlan: 'abc' });
  });

  it.each(['W/"12"', '"abc"', '""', '"1.5"', '"99999999999999999999"'])('cannot be met by %s', (tag) => {
    expect(() => of({ 'if-match': tag })).toThrow(expect.objectContaining({ code: 'VERSION_MISMATCH' }));
  });

  it.each(['12', '"1", "2"', '"1', ''])('cannot be read from %s', (tag) => {
    expect(() => of({ 'if-match': tag })).toThrow(expect.objectContaining({ code: 'PARAMETER_INVALID' }));
  });
});
