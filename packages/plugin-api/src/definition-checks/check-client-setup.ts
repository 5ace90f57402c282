import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkUnique, type Issues, issueIf } from './issues.ts';

const KEY_PREFIX = /^[a-z]{1,8}$/;

/** The prefix of API keys. An integration key must have another one. */
const API_KEY_PREFIX = 'pck';

/** Checks that a client set-up has a valid key prefix and distinct versions. */
export function checkClientSetup({ clientSetup }: AnyPluginDefinition): Issues {
  if (!clientSetup) return [];
  const { keyPrefix, overlapMs = 0, versions = [] } = clientSetup;
  const ids = versions.map((version) => version.id);
  return [
    ...issueIf(
      !KEY_PREFIX.test(keyPrefix),
      'clientSetup.keyPrefix',
      `"${keyPrefix}" is not a prefix.`,
      'Use one to eight lower-case letters.',
    ),
    ...issueIf(
      keyPrefix === API_KEY_PREFIX,
      'clientSetup.keyPrefix',
      `"${keyPrefix}" is the prefix of API keys.`,
      'Use another one.',
    ),
    ...issueIf(
      !(overlapMs >= 0),
      'clientSetup.overlapMs',
      `${overlapMs} is not a duration.`,
      'Use milliseconds from 0 up.',
    ),
    ...ids.flatMap((id, index) =>
      checkUnique(`clientSetup.versions[${index}].id`, id, ids.slice(0, index), 'Give each version its own id.'),
    ),
  ];
}
