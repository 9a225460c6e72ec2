const ORDER = ['sidebar', 'header', 'thread', 'dock', 'panel', 'settings']
const FOCUSABLE = 'button:not(:disabled), a[href], input, select, textarea, [tabindex="0"]'

/** Moves the focus to the next or previous region of the window, cyclically. */
export function moveToRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].sort(
    (left, right) => ORDER.indexOf(left.dataset.region ?? '') - ORDER.indexOf(right.dataset.region ?? ''),
  )
  if (regions.length === 0) return
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const start = at < 0 && step < 0 ? 0 : at
  for (let tried = 1; tried <= regions.length; tried += 1) {
    const region = regions[(start + step * tried + regions.length * 2) % regions.length]
    if (region !== undefined && focusInside(region)) return
  }
}

/** Moves the focus to the first control of a region; false: it is not there, or has none. */
export function focusRegion(name: string): boolean {
  const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`)
  return region !== null && focusInside(region)
}

function focusInside(region: HTMLElement): boolean {
  const preferred = region.querySelector<HTMLElement>('[data-composer]')
  const target =
    preferred ??
    [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find((element) => element.tabIndex >= 0 && element.offsetParent !== null)
  target?.focus()
  return target !== undefined && document.activeElement === target
}
