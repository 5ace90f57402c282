import type { Json } from '../../ports/store/columns.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { endedWithoutPublicAddress, NO_PUBLIC_ADDRESS } from './no-public-address.ts';

/** Headers whose values are the receiver's own secrets. */
const HIDDEN_HEADERS: ReadonlySet<string> = new Set(['set-cookie', 'authorization', 'proxy-authenticate']);

/**
 * Returns the `response` of a history record: body and headers of the response, or the code of the failure. Source:
 * docs/concepts/delivery.md, "The history".
 */
export function recordedResponse(outcome: AttemptOutcome): { readonly [key: string]: Json } {
  if (endedWithoutPublicAddress(outcome)) return { body: { code: NO_PUBLIC_ADDRESS, connect: false } };
  if (outcome.kind === 'failure') return { body: { code: outcome.code, connect: outcome.connect } };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(outcome.headers)) {
    headers[name] = HIDDEN_HEADERS.has(name) ? '[REDACTED]' : value;
  }
  return { body: bodyText(outcome.body), headers };
}

/** Returns text as text, and other bytes in base64 after a prefix. The limit can cut the text inside a character. */
function bodyText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Databases do not accept the null character in text, and a body that contains it is not text.
  if (buffer.includes(0)) return base64(buffer);
  for (let dropped = 0; dropped < 4 && dropped <= buffer.length; dropped += 1) {
    const text = decoded(buffer.subarray(0, buffer.length - dropped));
    if (text !== undefined) return text;
  }
  return base64(buffer);
}

const STRICT_UTF_8 = new TextDecoder('utf-8', { fatal: true });

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return STRICT_UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}

function base64(buffer: Buffer): string {
  return `base64:${buffer.toString('base64')}`;
}
