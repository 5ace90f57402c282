/** The behaviours of a plugin on a real platform, by the id that opt-outs name. Read each as the end of "a plugin that …". */
export const REAL_CASES = {
  'observes-its-objects': 'observes no object before the set-up, and afterwards each with its declared values',
  'leaves-no-trace': 'restores the platform when everything is deleted',
  'undoes-failures': 'restores the platform when a statement fails',
  'edits-and-back': 'restores the earlier state after an edit and its reverse',
  'sees-changes': 'reports a change outside the library, and repairs it',
  'rotates-secrets': 'replaces the secret of the service, and signs in with the new one',
  'leaves-foreign-objects': 'observes a foreign object with our name as foreign, and neither alters nor drops it',
  'runs-scripts-twice': 'writes scripts that the platform accepts twice, with the same effect as once',
  'scripts-leave-foreign-objects': 'writes scripts that change nothing of a foreign object with our name',
} as const;

/** The id of a case of the conformance kit for real platforms. */
export type RealCaseId = keyof typeof REAL_CASES;
