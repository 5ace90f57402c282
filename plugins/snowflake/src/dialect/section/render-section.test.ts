import { expect, it } from 'vitest';
import { renderSection } from './render-section.ts';

/** Renders the rename of a role with our mark. */
function renamed(old: string): string {
  const step = {
    action: 'alter',
    object: { key: 'impersonation-role', kind: 'role', name: 'NEW' },
    text: `ALTER ROLE "${old}" RENAME TO "NEW"`,
    exists: "SHOW ROLES LIKE 'NEW'",
    ours: `IFF(item."name" <> 'NEW', state, IFF(item."comment" = 'mark', 'ours', 'foreign'))`,
    alone: false,
    first: true,
  } as const;
  return renderSection({ stage: 'account', steps: [step] } as never).text;
}

it('looks for the old name only, because a list of more than 10,000 roles fails', () => {
  const text = renamed('OLD');
  expect(text).toContain("seen := (SHOW ROLES LIKE 'OLD');");
  expect(text).toContain("IF (found_name = 'OLD') THEN");
  expect(text).not.toContain('(SHOW ROLES);');
});

it('looks through all names for one with a backslash, which a pattern may read as an escape', () => {
  expect(renamed('O\\LD')).toContain('seen := (SHOW ROLES);');
});
