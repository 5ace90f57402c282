import { definitionOf } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { s3 } from './s3.ts';
import { SAMPLES } from './samples.ts';

const context = { mode: 'manual', facts: {}, mark: (key: string) => `portcullis:i:t:${key}`, options: {} } as const;

describe('the plugin', () => {
  it('is set up manually, and cannot be edited', () => {
    expect(definitionOf(s3())).toMatchObject({ type: 'Native S3', bootstrap: 'manual', editable: false });
  });

  it('creates only the location', () => {
    const objects = definitionOf(s3()).objects(SAMPLES[0], context);
    expect(objects.map(({ key, sharing, by, drop }) => [key, sharing, by, drop.length])).toEqual([
      ['instance', 'required', 'administrator', 0],
      ['location-role', 'required', 'administrator', 0],
      ['location', undefined, 'service', 1],
    ]);
  });

  it('checks the mark in every drop and create, so that foreign objects are never changed', () => {
    const location = definitionOf(s3())
      .objects(SAMPLES[0], context)
      .find(({ key }) => key === 'location');
    for (const step of [...(location?.create ?? []), ...(location?.drop ?? [])]) {
      expect(step).toMatchObject({ input: { mark: 'portcullis:i:t:location' } });
    }
  });

  it.each([
    [{ endpoints: { sts: 'https://sts.amazonaws.com', iam: 'x', s3: 'x', s3Control: 'x' } }],
    [
      {
        endpoints: {
          sts: 'http://127.0.0.1:1',
          iam: 'http://127.0.0.1:1',
          s3: 'http://127.0.0.1.evil.example',
          s3Control: 'http://127.0.0.1:1',
        },
      },
    ],
    [{ requestTimeoutMs: 0 }],
    [{ requestTimeoutMs: 1.5 }],
    [{ requestTimeout: 10_000 }],
  ])('rejects the options %j', (options: object) => {
    expect(() => s3(options)).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  });
});
