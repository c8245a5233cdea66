/** The first thing the Tab key reaches: past what every page repeats. The target has the id `content`. */
export function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#content"
      className="sr-only rounded-control bg-card px-4 py-3 font-semibold text-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      {children}
    </a>
  )
}
