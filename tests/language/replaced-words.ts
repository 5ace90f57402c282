/** A word that the repository does not use, and the field's word in its place. */
interface ReplacedWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The replaced words with the words of the field. Each word has one idea, and each idea one word. */
const REPLACED_WORDS: readonly ReplacedWord[] = [
  { pattern: /\blanes?\b|\bLANES?\b|[a-z]Lanes?\b|\bLane[A-Z]/, instead: 'endpoint queue' },
  { pattern: /\b(?:MOST|LONGEST)_[A-Z]/, instead: 'MAX_' },
  { pattern: /\b(?:LEAST|SHORTEST)_[A-Z]/, instead: 'MIN_' },
  { pattern: /\bstand-ins?\b|[sS]tandIns?\b/, instead: 'emulator' },
  { pattern: /\b[sS]crub(?:s|bed|ber|bing)?\b|\bcreateScrub/, instead: 'redact, redactor' },
  { pattern: /\bputAside\b|\btakeUpHeld\b/, instead: 'holdPending, releaseHeld' },
  {
    pattern: /\bready ring\b|\b[rR]eadyRing\b|\bcreateReadyRing\b|\bhasHurry\b/,
    instead: 'round-robin scheduler, hasUrgent',
  },
  { pattern: /\b(?:choose)?[aA]ddressees?\b/, instead: 'matched webhook' },
  { pattern: /\bracedError\b|\brefuseRaced\b/, instead: 'version conflict' },
  { pattern: /\bawaitTurn\b/, instead: 'acquireScopeLock' },
  { pattern: /\bmembersInTheWay\b|\bunsharedObjects\b/, instead: 'blocking objects, exclusive objects' },
  {
    pattern: /\b(?:Edit|Migration|Object)Work\b|\bobjectWorkOf\b|\bwork\.(?:object|action|steps)\b/,
    instead: 'change',
  },
  {
    pattern: /\.settled\(|\bcreateSettled\b|\bawaitSettled\b|\bisUnsettled\b|\bjournal\.settle\b/,
    instead: 'whenIdle, recordOutcome',
  },
  {
    pattern: /\b(?:look(?:Soon|Later|AtPlatform|AfterGates)|isLookable)\b|: Look\b|\blookout\b/,
    instead: 'observe, scan, refresh',
  },
  { pattern: /\bWish\b|\bwish(?:es|Of)?\b/, instead: 'planned change, desired state' },
  { pattern: /\b[sS]trangers?\b|\bSTRANGER/, instead: 'foreign' },
  {
    pattern: /\bTrial\b|\b(?:start|with|create)Trial\b|\btrial\.(?:run|portcullis|integrations)\b/,
    instead: 'kit run, test environment, probe',
  },
  { pattern: /\bFamilyMember\b/, instead: 'ListedRuntimeObject' },
  { pattern: /\bmend(?:s|ed|ing)?\b|\bmend[A-Z]/, instead: 'fix, repair, remedy' },
  { pattern: /\b[oO]vertaken(?:Entries)?\b/, instead: 'conflict' },
  { pattern: /'person'|\b[pP]ersonAt\b/, instead: 'administrator, manual client' },
  { pattern: /\binTheWay|\bcheckedOnly\b|\btoBeDone\b/, instead: 'conflicting objects, notApplicableReason' },
  { pattern: /\barrange(?:Integrations|Webhooks)\b/, instead: 'filter' },
  { pattern: /\bhasTurn\b|\btake-turn\b|\bturnOf\b|\bTURNS\b/, instead: 'claim, batch' },
  { pattern: /\bOpenWay\b|\bWAYS\b|: Way\b/, instead: 'connection route, variant, recovery' },
  { pattern: /\blookAtPage\b|\blookPages\b/, instead: 'inspectPage' },
  { pattern: /\bCORE_ROOMS\b|\bcore-rooms\b/, instead: 'layer' },
  { pattern: /\b(?:gives|give) its rows\b|\bbrings what sends\b/, instead: 'returns its rows, loads the sender' },
  { pattern: /\bbroken off half-way\b/, instead: 'interrupted' },
  { pattern: /\bbesides those of Node\b/, instead: 'in addition to those of Node' },
  { pattern: /\b[aA]n answer\b|\bof the answer\b|[a-z]Answers?\b/, instead: 'response' },
  { pattern: /\bcreateIntake\b|\bcreateBell\b|\bcreateSlots\b/, instead: 'request gate, change signal, semaphore' },
];

/** Returns one line for each replaced word in a text. */
export function findReplacedWords(path: string, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      REPLACED_WORDS.filter(({ pattern }) => pattern.test(line)).map(
        ({ pattern, instead }) => `${path}:${index + 1} says "${pattern.exec(line)?.[0]}": say ${instead}.`,
      ),
    );
}
