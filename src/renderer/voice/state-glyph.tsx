import { Mic, RotateCw } from 'lucide-react'
import { assertNever } from '../../shared/lib/assert-never'
import type { ShownState } from '../../shared/talk/shown-state'

/** The icon of a state in a 24 px box. Decoration: the word next to it is the name. */
export function StateGlyph({ state, size = 20 }: { readonly state: ShownState; readonly size?: number }) {
  switch (state) {
    case 'off':
      return <Mic size={size} strokeWidth={2} aria-hidden />
    case 'connecting':
      return <RingOfDots size={size} />
    case 'listening':
      return <FiveBars size={size} />
    case 'thinking':
      return <ThreeDots size={size} />
    case 'speaking':
      return <Wave size={size} />
    case 'waiting':
      return <ApprovalGlyph size={size + 4} />
    case 'reconnecting':
      return <RotateCw size={size} strokeWidth={2} aria-hidden />
    case 'error':
      return <WarningGlyph size={size + 2} />
    default:
      return assertNever(state)
  }
}

function RingOfDots({ size }: { readonly size: number }) {
  const dots = Array.from({ length: 12 }, (_, index) => {
    const angle = (index / 12) * 2 * Math.PI
    return { index, x: 12 + 8 * Math.sin(angle), y: 12 - 8 * Math.cos(angle) }
  })
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      {dots.map((dot) => (
        <circle key={dot.index} cx={dot.x} cy={dot.y} r={1.15} />
      ))}
    </svg>
  )
}

function FiveBars({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" stroke="currentColor" strokeWidth={2.2} strokeLinecap="round" aria-hidden="true">
      <path d="M4 10.5v3M8 7.5v9M12 4v16M16 7.5v9M20 10.5v3" />
    </svg>
  )
}

function ThreeDots({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <circle cx={5} cy={12} r={2.4} />
      <circle cx={12} cy={12} r={2.4} opacity={0.7} />
      <circle cx={19} cy={12} r={2.4} opacity={0.45} />
    </svg>
  )
}

function Wave({ size }: { readonly size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2.5 14.5c1.6 0 1.7-8.5 4-8.5 2.6 0 2.4 12 5 12s2.4-12 5-12c2.3 0 2.4 8.5 5 8.5" />
    </svg>
  )
}

/** The diamond with the question mark: an open approval. */
export function ApprovalGlyph({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <rect
        x={4.2}
        y={4.2}
        width={15.6}
        height={15.6}
        rx={3}
        transform="rotate(45 12 12)"
        fill="var(--wait-fill)"
        stroke="var(--wait-edge)"
        strokeWidth={1.4}
      />
      <path
        d="M9.7 9.9c.2-1.4 1.1-2.1 2.4-2.1 1.4 0 2.4.9 2.4 2.1 0 1.6-2.4 1.8-2.4 3.5"
        stroke="var(--on-wait-fill)"
        strokeWidth={1.9}
        strokeLinecap="round"
      />
      <circle cx={12.1} cy={16.1} r={1.2} fill="var(--on-wait-fill)" />
    </svg>
  )
}

/** The filled triangle: failed. */
export function WarningGlyph({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M10.4 4.4a1.9 1.9 0 0 1 3.2 0l7.7 13.2a1.9 1.9 0 0 1-1.6 2.9H4.3a1.9 1.9 0 0 1-1.6-2.9z" fill="var(--error-fill)" />
      <path d="M12 9.2v4.4" stroke="var(--on-fill)" strokeWidth={2} strokeLinecap="round" />
      <circle cx={12} cy={16.9} r={1.25} fill="var(--on-fill)" />
    </svg>
  )
}
