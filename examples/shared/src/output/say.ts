const WIDTH = 12;

/** Prints a line that begins with the time of day and its topic. */
export function say(subject: string, text: string): void {
  const time = new Date().toTimeString().slice(0, 8);
  console.log(`${time}  ${subject.padEnd(WIDTH)}${text}`);
}
