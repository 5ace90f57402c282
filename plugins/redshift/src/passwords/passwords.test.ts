import { describe, expect, it } from 'vitest';
import { passwordEncoder } from './encode-password.ts';
import { saltedDigest } from './salted-digest.ts';
import { scramVerifier } from './scram-verifier.ts';

describe('the form of a sent password', () => {
  it('is the digest of the example on the page CREATE USER', () => {
    const salt = Buffer.from('c721bff5d9042cf541ff7b9d48fa8a6e545c19a763e3710151f9513038b0f6c6', 'hex');
    expect(saltedDigest('Mypassword1', salt)).toBe(
      'sha256|821708135fcc42eb3afda85286dee0ed15c2c461d000291609f77eb113073ec2|c721bff5d9042cf541ff7b9d48fa8a6e545c19a763e3710151f9513038b0f6c6',
    );
  });

  it('is the verifier of the exchange in RFC 7677', () => {
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
    expect(scramVerifier('pencil', salt)).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    );
  });

  it.each(['redshift', 'postgresql'] as const)(
    'is deterministic and does not contain the password, on %s',
    (engine) => {
      const encode = passwordEncoder(engine);
      const salt = new Uint8Array(16).fill(7);
      const encoded = encode('Canary7Secret', { salt });
      expect(encoded).toBe(encode('Canary7Secret', { salt }));
      expect(encoded).not.toContain('Canary7Secret');
      expect(encoded).not.toBe(encode('Canary7Secret', { salt: new Uint8Array(16).fill(8) }));
    },
  );
});
