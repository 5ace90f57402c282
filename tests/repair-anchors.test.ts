import { describe, expect, it } from 'vitest';
import { repairAnchors } from '../docs/src/reference/repair-anchors.ts';

const headings = '# core\n\n## Store\n\n### open()\n\n## Queue\n\n### open()\n\n## Box\\<T\\>\n';
const repair = (text: string) =>
  repairAnchors(
    new Map([
      ['api/core.md', headings],
      ['api/http.md', text],
    ]),
  ).get('api/http.md');

describe('links of the API reference', () => {
  it.each([
    ['[Store](core.md#store-1)', '[Store](core.md#store)'],
    ['[open](core.md#open-1)', '[open](core.md#open-1)'],
    ['[open](core.md#open-2)', '[open](core.md#open)'],
    ['[Box](core.md#boxt-1)', '[Box](core.md#boxt)'],
    ['[Lost](core.md#lost-1)', '[Lost](core.md#lost-1)'],
    ['[a](other.md#store-1)', '[a](other.md#store-1)'],
    ['## Here\n\n[Here](#here-1)', '## Here\n\n[Here](#here)'],
  ])('%j leads to an existing heading: %j', (text, repaired) => {
    expect(repair(text)).toBe(repaired);
  });
});
