/** The behaviours of every plugin, by the id that opt-outs name. Read each as the end of "a plugin that …". */
export const PLUGIN_CASES = {
  'samples-hold-together': 'has samples that its schema takes, and makes objects from them that hold together',
  'accepts-samples': 'accepts every sample, and its own output again',
  'refuses-missing-fields': 'refuses a config without a required field',
  'refuses-wrong-types': 'refuses a value of another type',
  'refuses-unknown-fields': 'refuses a field that it does not know',
  'refuses-out-of-bounds': 'refuses a value out of its bounds',
  'explains-fields': 'gives every field a title, a description and an example',
  'keeps-immutable-paths': 'has the paths that it calls immutable, and refuses to change them',
  'explains-objects': 'says of every object why it is there, what it needs and how it goes',
  'scripts-are-deterministic': 'writes the same scripts each time',
  'scripts-survive-hostile-names': 'lets no name break out of its quotes or comments',
  'scripts-run-twice': 'writes scripts that are safe to run twice',
  'scripts-leave-foreign-objects': 'writes scripts that change nothing of a foreign object with our name',
  'keeps-secrets': 'lets no secret out',
  'one-text': 'holds one text in plan, script, execution and journal',
  'plans-hold': 'runs what was planned, and nothing when the plan has changed',
  'leaves-no-trace': 'leaves the platform as it was once everything is deleted',
  'undoes-failures': 'leaves the platform as it was when a statement fails',
  'resumes-after-kill': 'ends where one shot ends, wherever the process was killed',
  'edits-and-back': 'is back where it was after an edit and its reverse',
  'leaves-foreign-objects': 'neither alters nor drops a foreign object with our name',
  'declares-containers': 'names as containers the objects that are dropped with what they hold',
  'keeps-foreign-contents': 'keeps containers that hold foreign objects, planted before or during a removal',
  'reports-no-drift': 'reports no drift on an unchanged platform',
  'restores-former-state':
    'restores the observed state when the repair of drift fails, or says in the plan that it cannot',
  'shares-with-owners': 'keeps a shared object until its last owner goes',
  'respects-unknown': 'takes nothing for missing that it cannot see',
  'stops-at-gates': 'skips every test behind a failed gate',
  'sees-scripts-run': 'lets a manual PUT or DELETE pass only when it sees that the script was run',
  'honours-abort': 'gives up as soon as the caller aborts',
  'classifies-anything': 'classifies whatever is thrown, or says that it does not know',
} as const;

/** The id of a case of the plugin conformance kit. */
export type PluginCaseId = keyof typeof PLUGIN_CASES;
