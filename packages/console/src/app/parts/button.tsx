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
  readonly disabled?: boolean;
  readonly label?: string;
}

/** A button. */
export function Button({ children, onClick, kind, type = 'button', isBusy, disabled, label }: ButtonProps) {
  return (
    <button
      type={type}
      class={kind ?? 'plain'}
      aria-disabled={isBusy}
      aria-label={label}
      disabled={disabled}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onClick?.();
      }}
    >
      {isBusy && <span class="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}
