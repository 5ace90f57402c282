import type { AnyPluginDefinition } from '../plugin-definition.ts';
import { checkOneOf, checkSlug, checkUnique, type Issues, issueIf } from './issues.ts';

const BOOTSTRAPS: readonly AnyPluginDefinition['bootstrap'][] = ['automatic-or-manual', 'manual', 'none'];

/** One requirement for the definition, with its message. */
type Requirement = readonly [broken: (definition: AnyPluginDefinition) => boolean, ...issue: [string, string, string]];

/** The fields that a definition must have because of another field. */
const REQUIREMENTS: readonly Requirement[] = [
  [
    ({ stages, connect }) => stages.length > 0 && !connect,
    'connect',
    'is missing although there are stages.',
    'Add connect(), which opens a session on a stage.',
  ],
  [
    ({ connect, observe }) => Boolean(connect) && !observe,
    'observe',
    'is missing although the plugin connects.',
    'Add observe(): removal and undo must know what is ours.',
  ],
  [
    ({ scripts, dialect }) => (scripts?.length ?? 0) > 0 && !dialect,
    'dialect',
    'is missing although there are scripts.',
    'Add the dialect in which scripts are written, or leave scripts out.',
  ],
  [
    ({ bootstrap, clientSetup }) => bootstrap === 'none' && !clientSetup,
    'clientSetup',
    "is missing although bootstrap is 'none'.",
    'Declare what an administrator creates on the platform, or choose another bootstrap.',
  ],
  [
    ({ bootstrap, generatedSecrets }) => bootstrap === 'manual' && Object.keys(generatedSecrets ?? {}).length > 0,
    'generatedSecrets',
    "is not empty although bootstrap is 'manual': secrets are generated in automatic mode only.",
    "Name the config paths that fill the slots in manualSecrets instead, or set bootstrap to 'automatic-or-manual'.",
  ],
  [
    ({ bootstrap, ownCredential, credentials }) =>
      bootstrap === 'automatic-or-manual' && !ownCredential && !credentials,
    'credentials',
    'is missing: DELETE of an automatic integration needs credentials.',
    'Add the schema of its body, or set ownCredential.',
  ],
  [
    ({ credentials, privileged }) => Boolean(credentials) && !privileged?.length,
    'privileged',
    'is empty although there are privileged credentials.',
    'List the config paths that must never be stored in automatic mode.',
  ],
];

/** Checks that stages, connections and bootstrap are consistent. */
export function checkSetup(definition: AnyPluginDefinition): Issues {
  const ids = definition.stages.map((stage) => stage.id);
  return [
    ...ids.flatMap((id, index) => [
      ...checkSlug(`stages[${index}].id`, id),
      ...checkUnique(`stages[${index}].id`, id, ids.slice(0, index), 'Give each stage its own id.'),
    ]),
    ...(definition.inventoryStage === undefined
      ? []
      : checkOneOf('inventoryStage', definition.inventoryStage, ids, 'a stage')),
    ...checkOneOf('bootstrap', definition.bootstrap, BOOTSTRAPS, 'a set-up mode'),
    ...REQUIREMENTS.flatMap(([broken, ...issue]) => issueIf(broken(definition), ...issue)),
  ];
}
