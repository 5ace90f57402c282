import { REDACTION_MARKER, redisCliSyntax } from '@portcullis/plugin-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactValue } from './redact-value.ts';
import { createRedactingLogger } from './redacting-logger.ts';
import { createRedactor } from './redactor.ts';

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

describe('createRedactor', () => {
  it('redacts known secrets in a text, the longest first', () => {
    const redact = createRedactor(['correct-horse', 'correct-horse-battery']);
    expect(redact('ERROR at "correct-horse-battery" and correct-horse')).toBe(
      `ERROR at "${REDACTION_MARKER}" and ${REDACTION_MARKER}`,
    );
  });

  it('recognises a secret as a literal, in JSON, in a URL and in a form', () => {
    const secret = `it's ~"so\\ secret" %`;
    const redact = createRedactor([secret], quote);
    const form = new URLSearchParams({ client_secret: secret }).toString();
    for (const text of [quote(secret), JSON.stringify(secret), encodeURIComponent(secret), form]) {
      expect(redact(`failed: ${text}!`).replace('client_secret', '')).not.toContain('secret');
    }
  });

  it('recognises a secret inside the double quotes of a command', () => {
    const secret = 'canary-"-\u2028-secret';
    const redact = createRedactor([secret], redisCliSyntax.quote);
    expect(redact(`ERR at ${redisCliSyntax.quote(`>${secret}`)}`)).toBe(`ERR at ">${REDACTION_MARKER}"`);
  });

  it('redacts short secrets only as separate words', () => {
    const redact = createRedactor(['abc']);
    expect(redact("password 'abc' was refused by abcdef")).toBe(`password '${REDACTION_MARKER}' was refused by abcdef`);
  });

  it('redacts secrets of six or more letters inside words as well, but not shorter ones', () => {
    const redact = createRedactor(['horse1', 'horse']);
    expect(redact('myhorse1s and racehorses')).toBe(`my${REDACTION_MARKER}s and racehorses`);
  });

  it('leaves texts unchanged when there is no secret', () => {
    expect(createRedactor(['', undefined, null, 7])('nothing to hide')).toBe('nothing to hide');
  });

  it('redacts every secret of six or more characters', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 6, unit: 'grapheme' }).filter((secret) => !REDACTION_MARKER.includes(secret)),
        fc.string(),
        fc.string(),
        (secret, before, after) => {
          const redact = createRedactor([secret], quote);
          expect(redact(`${before}${secret}${after}`)).toContain(REDACTION_MARKER);
          expect(redact(`${before} ${quote(secret)} ${after}`)).toContain(REDACTION_MARKER);
        },
      ),
    );
  });
});

describe('redactValue', () => {
  const redact = createRedactor(['canary-secret']);

  it('copies plain JSON, with every text and every member name redacted', () => {
    expect(
      redactValue({ rows: [{ 'canary-secret': 'canary-secret', count: 1 }], ok: true, none: null }, redact),
    ).toEqual({
      rows: [{ [REDACTION_MARKER]: REDACTION_MARKER, count: 1 }],
      ok: true,
      none: null,
    });
  });

  it('converts values that JSON cannot represent', () => {
    const circle: Record<string, unknown> = { at: new Date(0), big: 7n, bytes: new Uint8Array(3), fn: () => 1 };
    circle.self = circle;
    const copy = redactValue(circle, redact) as Record<string, unknown>;
    expect(copy).toMatchObject({ at: '1970-01-01T00:00:00.000Z', big: '7' });
    expect(JSON.stringify(copy).length).toBeLessThan(10_000);
    expect(redactValue([undefined, Number.NaN, new Error('canary-secret')], redact)).toEqual([
      null,
      'NaN',
      `Error: ${REDACTION_MARKER}`,
    ]);
  });
});

it('redacts the log lines of plugins, and adds their type', () => {
  const lines: unknown[] = [];
  const log = (...line: unknown[]): void => void lines.push(line);
  const logger = createRedactingLogger(
    { debug: log, info: log, warn: log, error: log },
    createRedactor(['canary-secret']),
    { type: 'Simulated' },
  );
  logger.warn('connecting with canary-secret', { url: 'db://admin:canary-secret@host' });
  expect(lines).toEqual([
    [`connecting with ${REDACTION_MARKER}`, { url: `db://admin:${REDACTION_MARKER}@host`, type: 'Simulated' }],
  ]);
});
