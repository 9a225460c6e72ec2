/** Parley's logo: two halves of one disc, one speaks, one listens. */
export function Mark({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d="M9.2 1.5v15.2a7.6 7.6 0 0 1 0-15.2z" fill="var(--text)" />
      <path d="M10.8 3.3v15.2a7.6 7.6 0 0 0 0-15.2z" fill="var(--listen-fill)" />
    </svg>
  )
}
