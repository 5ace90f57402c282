/** 128 random bits as text. `crypto.randomUUID` would need https. */
export function randomKey(): string {
  return randomHex(16);
}

/** A secret for signing, as the Standard Webhooks libraries read it: 32 random bytes. */
export function randomSecret(): string {
  return `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`;
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
