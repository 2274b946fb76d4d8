/** The logo: a till's drawer with a coin going in. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <circle cx="16" cy="11" r="4" className="fill-on-accent" />
        <path d="M7 18h18v4a3 3 0 0 1-3 3H10a3 3 0 0 1-3-3z" className="fill-on-accent" />
        <path d="M13 21.25h6" strokeWidth="1.5" strokeLinecap="round" className="stroke-accent" />
      </svg>
      Chaintill
    </span>
  );
}
