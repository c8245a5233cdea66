/** The mark: a counter's window, in the accent. Decoration: the name stands beside it. */
function Mark({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true" focusable="false">
      <rect width="24" height="24" rx="6" className="fill-accent" />
      <path d="M6 17.25v-1.5a6 6 0 0 1 12 0v1.5Z" className="fill-on-accent" />
    </svg>
  )
}

/** Mark and name, as they head a page. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className="text-[1.125rem] font-[650] tracking-[-0.02em] text-ink">Sportello</span>
    </span>
  )
}
