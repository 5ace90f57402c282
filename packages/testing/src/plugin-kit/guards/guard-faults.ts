import { objectLabel } from '@portcullis/plugin-api';
import { isRepeatable } from './repeatable.ts';
import { runSection, type SectionRun } from './run-section.ts';
import { type FoundState, makingText, type SectionChange } from './section-change.ts';
import { UnreadableSection } from './word-cursor.ts';

/** A requirement for the guards of a script. */
interface GuardRule {
  /** The state in which the script finds the object. */
  readonly found: FoundState;
  readonly applies: (target: SectionChange) => boolean;
  readonly holds: (target: SectionChange, run: SectionRun) => boolean;
  /** The fault, as a predicate after the name of the object. */
  readonly fault: string;
}

const always = (): boolean => true;
const canBeForeign = ({ change }: SectionChange): boolean => change.exists !== change.ours;
const holdsObjects = ({ change }: SectionChange): boolean => (change.foreignContents ?? []).length > 0;
/** A statement that is itself a condition, which the platform evaluates. */
const isCondition = (text: string): boolean => /^if\b/i.test(text);
const runsNone = ({ own }: SectionChange, { ran }: SectionRun): boolean =>
  !own.some((text) => ran.has(text) && !isCondition(text));
/** True if the object is kept: the last statement of a removal removes it. */
const keepsIt = ({ own }: SectionChange, { ran }: SectionRun): boolean => !ran.has(own.at(-1) ?? '');
const makes = (target: SectionChange, { ran }: SectionRun): boolean => ran.has(makingText(target) ?? '');

/** True if a warning states that the platform cannot guard the statement. */
const isWarned = ({ written, change }: SectionChange): boolean =>
  written.warnings.some((warning) => warning.includes(change.object.name));

const RULES: Readonly<Record<'create' | 'alter' | 'drop', readonly GuardRule[]>> = {
  create: [
    {
      found: 'absent',
      applies: ({ isStanding }) => !isStanding,
      holds: (target, run) => makes(target, run),
      fault: 'is not created if it does not exist',
    },
    {
      found: 'ours',
      applies: ({ isStanding }) => !isStanding,
      holds: (target, run) => !makes(target, run) || isRepeatable(makingText(target) ?? '') || isWarned(target),
      fault: 'is created again if it exists: the creating statement is outside of "if absent"',
    },
    {
      found: 'ours',
      applies: always,
      holds: (_target, { stopped }) => !stopped,
      fault: 'stops the script if it is ours',
    },
    {
      found: 'foreign',
      applies: canBeForeign,
      holds: (target, run) => runsNone(target, run) || isWarned(target),
      fault: 'is created or changed if a foreign object has its name',
    },
    {
      found: 'foreign',
      applies: canBeForeign,
      holds: (_target, { stopped }) => stopped,
      fault: 'does not stop the script if a foreign object has its name',
    },
  ],
  alter: [
    {
      found: 'foreign',
      applies: canBeForeign,
      holds: runsNone,
      fault: 'is altered if a foreign object has its name',
    },
  ],
  drop: [
    {
      found: 'ours',
      applies: always,
      holds: (target, run) => isLeftToReader(target) || !runsNone(target, run),
      fault: 'is not dropped if it is ours',
    },
    {
      found: 'foreign',
      applies: canBeForeign,
      holds: runsNone,
      fault: 'is dropped if it is foreign: its guard must check `ours`, not only `exists`',
    },
    {
      found: 'holding',
      applies: holdsObjects,
      holds: keepsIt,
      fault: 'is dropped with foreign objects in it',
    },
  ],
};

/** Returns the faults of a script's guards around the statements of one object. */
export function guardFaults(target: SectionChange): readonly string[] {
  const { action } = target.change;
  const label = objectLabel(target.change);
  try {
    return RULES[action]
      .filter(({ applies }) => applies(target))
      .filter(({ found, holds }) => !holds(target, runSection(target, found)))
      .map(({ fault }) => `${action} of ${label}: it ${fault}.`);
  } catch (error) {
    if (!(error instanceof UnreadableSection)) throw error;
    return [
      `${action} of ${label}: the kit cannot read the guard. ${error.message} It reads IF … THEN … ELSIF … END IF, IF … BEGIN … END, and "if …; then … fi" around the queries of \`guard\`.`,
    ];
  }
}

/** Returns whether the statements are commented out, for an administrator who decides. */
function isLeftToReader({ written, change }: SectionChange): boolean {
  const lines = written.text.split('\n').map((line) => line.trimStart());
  return change.steps.some(({ text }) => {
    const [first = ''] = text.split('\n');
    return lines.some((line) => line.startsWith(written.commentMark) && line.includes(first));
  });
}
