import type { Fault } from './find-faults.ts';

/** The name of the global function that returns true for an enabled fault, and records that the fault was reached. */
export const SWITCH = '__isFaulty';

/** A fault with the number that enables it. */
export interface SwitchedFault extends Fault {
  readonly id: number;
}

/**
 * Returns a source text in which each of the faults is behind a switch: `a < b` becomes `(__isFaulty(7) ? (a <= b) : (a
 * < b))`. One text therefore serves all faults, and shows which tests reach each of them.
 *
 * @param faults - faults of this text, in any order; one may lie within another
 */
export function switchFaults(text: string, faults: readonly SwitchedFault[]): string {
  const sorted = faults.toSorted((left, right) => left.start - right.start || right.end - left.end);
  return render(text, sorted, 0, text.length);
}

function render(text: string, faults: readonly SwitchedFault[], start: number, end: number): string {
  let result = '';
  let position = start;
  for (let index = 0; index < faults.length; ) {
    const fault = faults[index] as SwitchedFault;
    const next = faults.findIndex((other, place) => place > index && other.start >= fault.end);
    const behind = next === -1 ? faults.length : next;
    const own = render(text, faults.slice(index + 1, behind), fault.start, fault.end);
    result += text.slice(position, fault.start) + switched(fault, own);
    position = fault.end;
    index = behind;
  }
  return result + text.slice(position, end);
}

function switched({ id, kind, replacement }: SwitchedFault, own: string): string {
  const isOn = `${SWITCH}(${id})`;
  switch (kind) {
    case 'statement':
      return `{ if (!${isOn}) { ${own} } }`;
    case 'spread':
      return `...(${isOn} ? ${withoutDots(replacement)} : ${withoutDots(own)})`;
    case 'arguments':
      return `...(${isOn} ? [${replacement}] : [${own}])`;
    default:
      return `(${isOn} ? (${replacement}) : (${own}))`;
  }
}

function withoutDots(spread: string): string {
  return spread.replace(/^\.\.\./, '');
}
