type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'off';

/** Every shown state, with its label and its tone. The colour is never the only difference. */
const STATES: Readonly<Record<string, readonly [Tone, string]>> = {
  enabled: ['good', 'Enabled'],
  creating: ['busy', 'Creating'],
  editing: ['busy', 'Editing'],
  deleting: ['busy', 'Deleting'],
  migrating: ['busy', 'Migrating'],
  createError: ['bad', 'Creation failed'],
  editError: ['bad', 'Edit failed'],
  deleteError: ['bad', 'Deletion failed'],
  migrateError: ['bad', 'Migration failed'],
  recurringValidationError: ['bad', 'Validation fails'],
  deleted: ['off', 'Deleted'],
  disabled: ['off', 'Disabled'],
  passed: ['good', 'Passed'],
  failed: ['bad', 'Failed'],
  warning: ['warn', 'Warning'],
  skipped: ['off', 'Skipped'],
  succeeded: ['good', 'Succeeded'],
  running: ['busy', 'Running'],
  interrupted: ['warn', 'Interrupted'],
  done: ['good', 'Done'],
  intended: ['busy', 'Running'],
  unknown: ['warn', 'Unknown'],
  waiting: ['off', 'Waiting'],
  clean: ['good', 'No drift'],
  drifted: ['warn', 'Drifted'],
  missing: ['bad', 'Missing'],
  changed: ['warn', 'Changed'],
  extra: ['warn', 'Extra'],
  works: ['good', 'Works'],
  limited: ['warn', 'Limited'],
  fails: ['bad', 'Fails'],
  off: ['off', 'Off'],
  active: ['good', 'Active'],
  paused: ['off', 'Paused'],
  failing: ['warn', 'Failing'],
  open: ['bad', 'Suspended'],
  valid: ['good', 'Valid'],
  expired: ['off', 'Expired'],
  revoked: ['off', 'Revoked'],
};

const GLYPHS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', warn: '!', busy: '…', off: '–' };

/** Returns the label of a state. */
export function statusText(state: string): string {
  return STATES[state]?.[1] ?? state;
}

/** A state: glyph, word and colour. */
export function Status({ state, text }: { readonly state: string; readonly text?: string }) {
  const [tone, word] = STATES[state] ?? ['warn', state];
  return (
    <span class={`status ${tone}`}>
      <span class="glyph" aria-hidden="true">
        {GLYPHS[tone]}
      </span>
      {text ?? word}
    </span>
  );
}
