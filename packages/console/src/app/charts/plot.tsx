import type { ComponentChildren } from 'preact';
import { scaleMarks } from './scale.ts';

/** The height of the plotted area, and the space above it for the text of its highest mark. */
const HEIGHT = 150;
const TOP = 10;
const BOTTOM = 4;

interface PlotProps {
  /** The description for screen readers: the table has the numbers. */
  readonly label: string;
  /** The end of the vertical scale, which begins at zero. */
  readonly end: number;
  /** Formats a mark of the vertical scale. */
  readonly format: (value: number) => string;
  /** Labels of the horizontal axis, evenly spread. */
  readonly ticks: readonly string[];
  /** Draws into the plotted area; `y` returns the position of a value. */
  readonly children: (y: (value: number) => number) => ComponentChildren;
}

/**
 * A plot over time. Horizontal positions are percentages, so that it fills the available width without distorted text.
 */
export function Plot({ label, end, format, ticks, children }: PlotProps) {
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / end);
  const marks = scaleMarks(end);
  return (
    <div class="plot">
      <svg class="plot-scale" height={HEIGHT} aria-hidden="true">
        {marks.map((mark) => (
          <text key={mark} x="100%" y={y(mark)} text-anchor="end" dominant-baseline="middle">
            {format(mark)}
          </text>
        ))}
      </svg>
      <svg class="plot-area" height={HEIGHT} role="img" aria-label={label}>
        {marks.map((mark) => (
          <line key={mark} class="grid" x1="0" x2="100%" y1={y(mark)} y2={y(mark)} />
        ))}
        {children(y)}
      </svg>
      <div class="plot-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </div>
  );
}
