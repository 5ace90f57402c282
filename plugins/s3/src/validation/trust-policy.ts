/** The evaluation of a trust policy for S3 Access Grants. */
export interface TrustEvaluation {
  /** The actions that it does not allow. */
  readonly missing: readonly string[];
  /** Conditions that only AWS can evaluate. */
  readonly unclear: readonly string[];
}

/** The values that the conditions of a trust policy may require: the account and the instance of the request. */
export interface ExpectedSource {
  readonly account: string;
  readonly instance: string;
}

/** The actions that S3 Access Grants needs on a location role. Source: S3 user guide, "Register a location". */
export const REQUIRED_TRUST_ACTIONS: readonly string[] = ['sts:AssumeRole', 'sts:SetSourceIdentity'];

/** The names of the service; regions in China have another one. */
export const GRANTS_SERVICE = 'access-grants.s3.amazonaws.com';
const SERVICES: readonly string[] = [GRANTS_SERVICE, `${GRANTS_SERVICE}.cn`];

type Members = Readonly<Record<string, unknown>>;

/** Evaluates a trust policy for S3 Access Grants. Source: IAM user guide, "Policy evaluation logic". */
export function evaluateTrust(document: string, source: ExpectedSource): TrustEvaluation {
  const statements = listOf(membersOf(parsed(document)).Statement).map(membersOf);
  const serviceStatements = statements.filter((statement) => namesService(statement.Principal));
  const unclear = new Set<string>();
  const missing = REQUIRED_TRUST_ACTIONS.filter((action) => {
    const matching = serviceStatements.filter((each) => coversAction(each.Action, action));
    const applies = (statement: Members): boolean => evaluateConditions(statement.Condition, source, unclear);
    const denied = matching.some((each) => each.Effect === 'Deny' && isDecidable(each, source) && applies(each));
    return denied || !matching.some((each) => each.Effect === 'Allow' && applies(each));
  });
  const denials = serviceStatements.filter(
    ({ Effect, Action }) => Effect === 'Deny' && REQUIRED_TRUST_ACTIONS.some((action) => coversAction(Action, action)),
  );
  // A denial with conditions that only AWS can evaluate may apply.
  for (const { Condition } of denials) evaluateConditions(Condition, source, unclear);
  return { missing, unclear: [...unclear] };
}

function namesService(principal: unknown): boolean {
  if (principal === '*') return true;
  return listOf(membersOf(principal).Service).some((each) => SERVICES.includes(String(each)));
}

function coversAction(actions: unknown, wanted: string): boolean {
  return listOf(actions).some((each) => matches(String(each).toLowerCase(), wanted.toLowerCase()));
}

/** Returns the required values of the two relevant condition keys, in lower case. */
function expectedValue(key: string, { account, instance }: ExpectedSource): string | undefined {
  if (key === 'aws:sourceaccount') return account;
  return key === 'aws:sourcearn' ? instance : undefined;
}

/**
 * The comparisons of a value with the expected text, by the operator in lower case. Only some read asterisks as patterns.
 * Source: IAM user guide, "IAM JSON policy elements: Condition operators".
 */
const COMPARISONS: ReadonlyMap<string, (value: string, expected: string) => boolean> = new Map([
  ['stringequals', (value, expected) => value === expected],
  ['stringequalsignorecase', (value, expected) => value.toLowerCase() === expected.toLowerCase()],
  ['stringlike', matches],
  ['arnequals', matches],
  ['arnlike', matches],
]);

/** Returns whether all conditions of a statement can be evaluated here. */
function isDecidable({ Condition }: Members, source: ExpectedSource): boolean {
  const unclear = new Set<string>();
  evaluateConditions(Condition, source, unclear);
  return unclear.size === 0;
}

function evaluateConditions(conditions: unknown, source: ExpectedSource, unclear: Set<string>): boolean {
  return Object.entries(membersOf(conditions)).every(([operator, keys]) =>
    Object.entries(membersOf(keys)).every(([key, values]) => {
      const expected = expectedValue(key.toLowerCase(), source);
      const compare = COMPARISONS.get(operator.toLowerCase());
      if (expected === undefined || compare === undefined) {
        unclear.add(`${operator} ${key}`);
        return true;
      }
      return listOf(values).some((value) => compare(String(value), expected));
    }),
  );
}

/**
 * Returns whether a text matches a pattern: `*` matches any text, `?` one character. Patterns are split at asterisks,
 * so that matching is always fast.
 */
function matches(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (!startsWithPart(text, first)) return false;
  if (rest.length === 0) return text.length === first.length;
  let position = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    while (position + part.length <= text.length && !startsWithPart(text.slice(position), part)) position += 1;
    position += part.length;
  }
  return position + last.length <= text.length && startsWithPart(text.slice(text.length - last.length), last);
}

function startsWithPart(text: string, part: string): boolean {
  return text.length >= part.length && [...part].every((letter, index) => letter === '?' || letter === text[index]);
}

function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return undefined;
  }
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
