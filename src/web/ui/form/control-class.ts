// The common look of all text fields.
export const controlClass =
  'block w-full min-h-11 rounded-md border border-line-strong bg-surface px-3 py-2 text-base text-ink hover:border-ink disabled:bg-sunken disabled:text-muted aria-invalid:border-bad focus-visible:outline-2 focus-visible:outline-offset-0';
