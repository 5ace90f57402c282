import type { Portcullis } from '@portcullis/core';
import { ADMINISTRATOR } from '../keys/first-admin-key.ts';

/** Returns a name for a managed database that no integration uses: `governance`, otherwise `governance_2` and so on. */
export async function freeDatabase({ integrations }: Portcullis): Promise<string> {
  const listed = await integrations.list({ principal: ADMINISTRATOR });
  const taken = new Set(listed.map(({ integration }) => integration.config?.database));
  let name = 'governance';
  for (let number = 2; taken.has(name); number += 1) name = `governance_${number}`;
  return name;
}
