/** The behaviours of every plugin, by the id that opt-outs name. Read each as the end of "a plugin that …". */
export const PLUGIN_CASES = {
  'samples-hold-together': 'has valid samples and makes consistent objects from them',
  'accepts-samples': 'accepts every sample, and its own output again',
  'refuses-missing-fields': 'refuses a config without a required field',
  'refuses-wrong-types': 'refuses a value of another type',
  'refuses-unknown-fields': 'refuses an unknown field',
  'refuses-out-of-bounds': 'refuses a value out of its bounds',
  'explains-fields': 'gives every field a title, a description and an example',
  'keeps-immutable-paths': 'has its immutable paths, and refuses to change them',
  'explains-objects': 'declares for every object its purpose, its privileges and its removal',
  'scripts-are-deterministic': 'writes the same scripts each time',
  'scripts-survive-hostile-names': 'lets no name break out of its quotes or comments',
  'scripts-run-twice': 'writes scripts that are safe to run twice',
  'scripts-leave-foreign-objects': 'writes scripts that change nothing of a foreign object with our name',
  'keeps-secrets': 'never outputs a secret',
  'one-text': 'has the same text in plan, script, execution and journal',
  'plans-hold': 'runs exactly the reviewed plan, and nothing if the plan has changed',
  'leaves-no-trace': 'restores the platform when everything is deleted',
  'undoes-failures': 'restores the platform when a statement fails',
  'resumes-after-kill': 'reaches the same end after a kill at any point',
  'edits-and-back': 'restores the earlier state after an edit and its reverse',
  'leaves-foreign-objects': 'neither alters nor drops a foreign object with our name',
  'leaves-foreign-after-kill': 'neither alters nor drops a foreign object that takes our name after a kill',
  'declares-containers': 'declares the containers of objects that are dropped with their contents',
  'keeps-foreign-contents': 'keeps containers with foreign objects, planted before or during a removal',
  'reports-no-drift': 'reports no drift on an unchanged platform',
  'restores-former-state':
    'restores the observed state when the repair of drift fails, or says in the plan that it cannot',
  'shares-with-owners': 'keeps a shared object until its last owner is removed',
  'respects-unknown': 'never treats an invisible object as missing',
  'stops-at-gates': 'skips every test after a failed gate',
  'sees-scripts-run': 'permits a manual PUT or DELETE only after the script was run',
  'honours-abort': 'stops as soon as the caller aborts',
  'classifies-anything': 'classifies every error, or returns that it is unknown',
} as const;

/** The id of a case of the plugin conformance kit. */
export type PluginCaseId = keyof typeof PLUGIN_CASES;
