/**
 * Finds unreadable text: cut off by a box that neither scrolls nor shows that it cuts, or drawn over other text; and
 * controls too small to hit. Runs inside the page, so it uses nothing from outside itself.
 */
export function findLayoutFaults(): readonly string[] {
  const faults = new Set<string>()
  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const isHidden = (element: Element) =>
    // the parts of a formula overlap by design
    element.closest('.visually-hidden, option, datalist, math') !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const lines: { readonly element: Element; readonly layer: Element | null; readonly box: DOMRect }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element === null || (node.textContent ?? '').trim() === '' || isHidden(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects()) {
      if (box.width === 0 || box.height === 0) continue
      const seen = visiblePart(element, box)
      if (seen !== null) lines.push({ element, layer: layerOf(element), box: seen })
    }
  }

  for (const [index, line] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (line.layer !== other.layer || line.element.contains(other.element) || other.element.contains(line.element)) continue
      const across = Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left)
      const down = Math.min(line.box.bottom, other.box.bottom) - Math.max(line.box.top, other.box.top)
      if (across > 2 && down > 5) faults.add(`overlap: ${describe(line.element)} and ${describe(other.element)}`)
    }
  }

  for (const control of document.querySelectorAll('button, input, select')) {
    const box = control.getBoundingClientRect()
    if (!isHidden(control) && (box.width < 24 || box.height < 24)) {
      faults.add(`smaller than 24: ${describe(control)} ${Math.round(box.width)}×${Math.round(box.height)}`)
    }
  }
  return [...faults]

  /** The visible part of a line of text inside its boxes; cutting without a scroll bar or a mark is a fault. */
  function visiblePart(element: Element, box: DOMRect): DOMRect | null {
    let { left, top, right, bottom } = box
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (style.overflowX === 'visible' && style.overflowY === 'visible' && around !== document.body) continue
      const frame = around === document.body ? new DOMRect(0, 0, innerWidth, innerHeight) : around.getBoundingClientRect()
      const saysSo = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const cutAcross = left < frame.left - 1 || right > frame.right + 1
      const cutDown = top < frame.top - 3 || bottom > frame.bottom + 3
      if (cutAcross && !saysSo && style.overflowX !== 'auto' && style.overflowX !== 'scroll') faults.add(`cut across: ${describe(element)}`)
      if (cutDown && !saysSo && style.overflowY !== 'auto' && style.overflowY !== 'scroll')
        faults.add(`cut in height: ${describe(element)}`)
      left = Math.max(left, frame.left)
      top = Math.max(top, frame.top)
      right = Math.min(right, frame.right)
      bottom = Math.min(bottom, frame.bottom)
      if (right - left <= 0 || bottom - top <= 0) return null
    }
    return new DOMRect(left, top, right - left, bottom - top)
  }

  function layerOf(element: Element): Element | null {
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      if (['fixed', 'absolute', 'sticky'].includes(getComputedStyle(around).position)) return around
    }
    return null
  }
}
