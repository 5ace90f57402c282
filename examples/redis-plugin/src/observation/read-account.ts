/** An account in a reply of the server. */
export interface Account {
  /** The rules for commands, in the order of the server. */
  readonly commands: readonly string[];
  /** The patterns of channels, without `&`. */
  readonly channels: readonly string[];
}

/** Reads the reply to `ACL GETUSER`. Returns `undefined` if there is no such account. */
export function readAccount(reply: unknown): Account | undefined {
  if (typeof reply !== 'object' || reply === null) return undefined;
  const fields = readFields(reply);
  return {
    commands: words(fields.get('commands')),
    channels: words(fields.get('channels')).map((channel) => channel.replace(/^&/, '')),
  };
}

/**
 * Reads a map of the protocol: an object or, in the second version of the protocol, a list of alternating names and
 * values.
 */
function readFields(reply: object): ReadonlyMap<string, unknown> {
  if (!Array.isArray(reply)) return new Map(Object.entries(reply));
  const pairs = reply.flatMap((name, index) => (index % 2 === 0 ? [[String(name), reply[index + 1]] as const] : []));
  return new Map(pairs);
}

/** Returns patterns. Newer servers return them as one text with prefixes, older ones as a list. */
function words(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return String(value ?? '')
    .split(' ')
    .filter((word) => word !== '');
}
