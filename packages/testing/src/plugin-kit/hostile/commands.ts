import assert from 'node:assert/strict';
import { type CommandSyntax, canonicalText, command, type Dialect, slotText } from '@portcullis/plugin-api';

/**
 * Asserts that the client of a dialect reads printed commands back unchanged, and that the dialect quotes slots: a secret with
 * spaces can replace one. The `read` function of the dialect represents the client.
 */
export function assertReadBack(dialect: Dialect, { quote, read }: CommandSyntax, name: string): void {
  const sent = ['SET', name, '', `=${name}`, name] as const;
  const line = canonicalText(command(...sent), dialect);
  assert.deepEqual(
    read(line),
    sent,
    `The dialect prints ${JSON.stringify(sent)} as ${line}, which reads back differently.`,
  );
  const slot = canonicalText(command('SET', `=${slotText('password')}`), dialect);
  const filled = slot.replace(slotText('password'), 'two words');
  const last = read(filled).at(-1);
  assert.equal(
    last,
    '=two words',
    `The slot in ${quote(slotText('password'))} is not quoted: ${filled} reads back differently.`,
  );
}
