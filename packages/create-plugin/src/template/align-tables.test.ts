import { expect, it } from 'vitest';
import { alignTables } from './align-tables.ts';

it('aligns the columns of each table, and changes nothing else', () => {
  const text = '# a | b\n\n| x | what |\n| --- | - |\n| `longer` | y |\n\nbetween\n\n| a |\n| - |\n| bc |';
  expect(alignTables(text)).toBe(
    '# a | b\n\n| x        | what |\n| -------- | ---- |\n| `longer` | y    |\n\nbetween\n\n| a   |\n| --- |\n| bc  |',
  );
});
