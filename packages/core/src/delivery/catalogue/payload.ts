/** The part of a delivery's body that all webhooks of an event share. */
export interface Payload {
  readonly text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Serialises a payload once: all signed and sent bodies are built from these bytes. */
export function encodePayload({ text, metadata }: Payload): Uint8Array {
  return Buffer.from(JSON.stringify({ text, metadata }), 'utf8');
}

/** Parses a payload for users and responses; never for a receiver. */
export function decodePayload(bytes: Uint8Array): Payload {
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as Payload;
}
