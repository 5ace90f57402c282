import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { settingsOf } from '../settings.ts';
import { tlsOptions } from './tls.ts';

describe('TLS', () => {
  it('is verified on Amazon Redshift, against the host of the config', () => {
    expect(tlsOptions('cluster.example.com', settingsOf({}))).toEqual({
      rejectUnauthorized: true,
      servername: 'cluster.example.com',
    });
  });

  it('cannot be switched off there', () => {
    expect(() => settingsOf({ tls: 'off' })).toThrow(expect.objectContaining({ code: 'OPTIONS_INVALID' }));
  });

  it('is off by default only on PostgreSQL on this machine', () => {
    const postgresql = settingsOf({ engine: 'postgresql' });
    expect(tlsOptions('127.0.0.1', postgresql)).toBe(false);
    expect(tlsOptions('localhost', postgresql)).toBe(false);
    expect(tlsOptions('db.example.com', postgresql)).toMatchObject({ rejectUnauthorized: true });
    expect(tlsOptions('db.example.com', settingsOf({ engine: 'postgresql', tls: 'off' }))).toBe(false);
    expect(tlsOptions('127.0.0.1', settingsOf({ engine: 'postgresql', tls: 'verified' }))).toEqual({
      rejectUnauthorized: true,
    });
  });

  it('trusts given certificates in addition to those of Node', () => {
    const options = tlsOptions('cluster.example.com', settingsOf({ certificateAuthorities: ['PEM'] }));
    expect(options).toMatchObject({ ca: [...rootCertificates, 'PEM'] });
  });
});
