import { REDACTION_MARKER } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { fillMarkers, markedPaths } from './redacted-values.ts';

describe('fillMarkers', () => {
  it('replaces the marker by the stored value, and keeps new values', () => {
    const restored = { token: 'old', sign: { user: 'u', token: 't' } };
    const sent = { token: REDACTION_MARKER, sign: { user: 'new', token: REDACTION_MARKER } };
    expect(fillMarkers(sent, restored)).toEqual({ token: 'old', sign: { user: 'new', token: 't' } });
  });

  it('rejects markers without a stored value, and names each', () => {
    expect(() => fillMarkers({ a: REDACTION_MARKER, b: { c: REDACTION_MARKER } }, { b: {} })).toThrow(
      'No value is stored for config.a, config.b.c: send the real value instead of [REDACTED].',
    );
  });

  it('reads no values from prototypes', () => {
    const sent = JSON.parse(
      `{ "__proto__": { "x": "${REDACTION_MARKER}" }, "toString": "${REDACTION_MARKER}" }`,
    ) as Record<string, unknown>;
    expect(() => fillMarkers(sent, {})).toThrow('config.__proto__.x, config.toString');
    expect(markedPaths(sent)).toEqual(['__proto__.x', 'toString']);
  });
});
