import { expect, it } from 'vitest';
import { messagesOf } from './read-messages.ts';

it('reads the sentences of a source file, with their lines', () => {
  const source = [
    "const kind = 'role';",
    "throw new Error('The role does not exist.');",
    `log(\`The \${kind} \${name} does not exist.\`);`,
    '// The comment is not a message.',
  ].join('\n');
  expect(messagesOf('a.ts', source)).toEqual([
    { path: 'a.ts', line: 2, text: 'The role does not exist.' },
    { path: 'a.ts', line: 3, text: 'The x x does not exist.' },
  ]);
});
