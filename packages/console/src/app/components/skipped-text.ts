import type { ValidationResults } from '@portcullis/client';

type Test = Pick<ValidationResults['validationTests'][number], 'skipReason' | 'message'>;

/** Returns the number of skipped tests and the reasons: the most frequent first, each with its number. */
export function skippedText(skipped: readonly Test[]): string {
  const counts = new Map<string, number>();
  for (const { skipReason, message } of skipped) {
    const reason = withoutEnd(skipReason ?? message ?? 'no reason was given');
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const reasons = [...counts].toSorted(([, left], [, right]) => right - left);
  const [[only = ''] = []] = reasons;
  const why = reasons.length === 1 ? only : reasons.map(([reason, count]) => `${count}: ${reason}`).join('; ');
  return `${skipped.length} skipped: ${why}.`;
}

function withoutEnd(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
