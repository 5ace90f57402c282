import type { ComponentChildren } from 'preact';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick?: () => void;
  readonly kind?: 'primary' | 'danger' | 'quiet';
  readonly type?: 'button' | 'submit';
  /**
   * True while the action that the button started runs. The button keeps the focus, so that keyboard users keep their place
   * on the page.
   */
  readonly isBusy?: boolean;
  /** True if the button does nothing for now. It keeps the focus, too: the last page disables the button that leads to it. */
  readonly disabled?: boolean;
  readonly label?: string;
}

/** A button. */
export function Button({ children, onClick, kind, type = 'button', isBusy, disabled, label }: ButtonProps) {
  return (
    <button
      type={type}
      class={disabled ? `${kind ?? 'plain'} unavailable` : (kind ?? 'plain')}
      aria-disabled={isBusy || disabled}
      aria-label={label}
      onClick={(event) => {
        if (isBusy || disabled) event.preventDefault();
        else onClick?.();
      }}
    >
      {isBusy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
