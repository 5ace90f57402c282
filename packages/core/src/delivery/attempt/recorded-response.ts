import type { Json } from '../../ports/store/columns.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import { endedWithoutPublicAddress, NO_PUBLIC_ADDRESS } from './no-public-address.ts';

/** Headers whose values are the receiver's own secrets. */
const HIDDEN_HEADERS: ReadonlySet<string> = new Set(['set-cookie', 'authorization', 'proxy-authenticate']);

/**
 * The `response` of a history record: body and headers of an answer, or the code of what went wrong. Source: interface,
 * "Webhook history record".
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

/** Text as text, anything else in base64 behind a prefix. A cut at the limit may have gone through a character. */
function bodyText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Databases do not take the null character in text; and who sends it does not send text.
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
