import { PageLink } from '@/lib/ui/page-link'

/** The way back to the page that this one belongs to, above its heading. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <p className="mx-auto -mb-5 max-w-[35rem] pt-4 md:-mb-9 md:pt-6 print:hidden">
      <PageLink
        href={href}
        className="inline-flex min-h-11 items-center gap-1.5 rounded-small text-note font-semibold text-accent underline-offset-4 hover:underline md:min-h-8"
      >
        <span aria-hidden="true">‹</span>
        {children}
      </PageLink>
    </p>
  )
}
