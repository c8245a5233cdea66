import { trendShape } from '@/lib/ui/trend-shape'

/** The drawing's own units: it is stretched to whatever place there is, its lines are not. */
const width = 1000
const height = 120

/** @param amounts at least two decimals */
export function TrendChart({ amounts, summary }: { amounts: readonly string[]; summary: string }) {
  const { line, area, zero } = trendShape(amounts, width, height)
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-33 w-full overflow-visible"
    >
      <path d={area} className="fill-accent/11 forced-colors:fill-none" />
      {zero !== null && (
        <path
          d={`M0,${zero}H${width}`}
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-edge forced-colors:stroke-[CanvasText]"
        />
      )}
      <path
        d={line}
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-accent forced-colors:stroke-[CanvasText]"
      />
    </svg>
  )
}
