import { expect, it } from 'vitest';
import type { ScriptStep } from '../platform/script-section.ts';
import { commentLines } from './comment-lines.ts';
import { commentedOut } from './commented-out.ts';
import { objectChangesOf } from './object-change.ts';
import { indented, scriptLines, scriptText } from './script-line.ts';

function step(key: string, text: string, action: ScriptStep['action'] = 'create'): ScriptStep {
  return { action, text, object: { key, kind: 'user', name: key }, alone: false, first: true, exists: `exists ${key}` };
}

it('groups consecutive steps of an object, separately for each action', () => {
  const change = objectChangesOf([
    step('a', '1'),
    step('a', '2'),
    step('b', '3'),
    step('b', '4', 'drop'),
    step('a', '5'),
  ]);
  expect(change.map(({ action, object, steps }) => [action, object.key, steps.map(({ text }) => text)])).toEqual([
    ['create', 'a', ['1', '2']],
    ['create', 'b', ['3']],
    ['drop', 'b', ['4']],
    ['create', 'a', ['5']],
  ]);
  expect(change[0]?.exists).toBe('exists a');
  expect(objectChangesOf([])).toEqual([]);
});

it('indents only the first line of a statement with several lines', () => {
  const block = [...scriptLines('BEGIN'), ...indented(scriptLines("SELECT 'a\n b';", '')), ...scriptLines('END;')];
  expect(scriptText(block)).toBe("BEGIN\n  SELECT 'a\n b';\n\nEND;");
});

it('comments out every line, with any line ending', () => {
  expect(commentLines('one\r\ntwo\rthree\n\nfour')).toBe('-- one\n-- two\n-- three\n--\n-- four');
});

it('comments with the marker of the language', () => {
  expect(commentLines('one\n\ntwo', '#')).toBe('# one\n#\n# two');
});

it('comments out a change in the syntax of the dialect', () => {
  const syntax = { comment: (text: string) => `# ${text}`, separator: '' };
  const foreignContents = [{ list: 'KEYS *', foreign: 'owner other' }];
  const [change] = objectChangesOf([{ ...step('ada', 'ACL DELUSER ada', 'drop'), foreignContents }]);
  const { text } = commentedOut(change as NonNullable<typeof change>, syntax);
  expect(text.split('\n').slice(1)).toEqual([
    '# KEYS * # where owner other',
    '# Check that user "ada" belongs to this integration, then run:',
    '# ACL DELUSER ada',
  ]);
});

it('comments out a whole change, and names the object to check', () => {
  const [change] = objectChangesOf([step('ada"\nDROP', 'DROP USER "ada""\nDROP"', 'drop')]);
  const { text, warning } = commentedOut(change as NonNullable<typeof change>);
  expect(text.split('\n').every((line) => line.startsWith('--'))).toBe(true);
  expect(text).toContain('-- DROP USER "ada""');
  expect(warning).toContain('user "ada');
});
