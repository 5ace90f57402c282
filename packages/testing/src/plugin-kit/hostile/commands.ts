import assert from 'node:assert/strict';
import { type CommandSyntax, canonicalText, command, type Dialect, slotText } from '@portcullis/plugin-api';

/**
 * Holds a dialect to printing commands that its client reads back, and to quoting a slot, so that a secret with spaces fits
 * into its place. How the client reads is the platform's to say: the dialect is taken at its word.
 */
export function assertReadBack(dialect: Dialect, { quote, read }: CommandSyntax, name: string): void {
  const sent = ['SET', name, '', `=${name}`, name] as const;
  const line = canonicalText(command(...sent), dialect);
  assert.deepEqual(read(line), sent, `The dialect prints ${JSON.stringify(sent)} as ${line}, which is read otherwise.`);
  const slot = canonicalText(command('SET', `=${slotText('password')}`), dialect);
  const filled = slot.replace(slotText('password'), 'two words');
  const last = read(filled).at(-1);
  assert.equal(
    last,
    '=two words',
    `The slot in ${quote(slotText('password'))} is not quoted: ${filled} is read otherwise.`,
  );
}
