/**
 * Looks for text that can't be read: cut off by its own box or by one around it, or drawn over other text. Runs inside
 * the page. Text that may be cut by design says so with `text-overflow: ellipsis` or a line clamp.
 */
export function findLayoutFaults(): readonly string[] {
  const faults: string[] = []
  const describe = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').trim().slice(0, 40)}”`
  const isHidden = (element: Element) =>
    element.closest('.visually-hidden') !== null || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
  const mayCut = (style: CSSStyleDeclaration) => style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'

  const lines: { readonly element: Element; readonly box: DOMRect }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (element === null || (node.textContent ?? '').trim() === '' || isHidden(element) || element.closest('option, datalist')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0)
    for (let around: Element | null = element; around !== null && around !== document.documentElement; around = around.parentElement) {
      const style = getComputedStyle(around)
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible'
      if (!clips || mayCut(style)) continue
      const frame = around.getBoundingClientRect()
      const scrollsX = style.overflowX === 'auto' || style.overflowX === 'scroll'
      const scrollsY = style.overflowY === 'auto' || style.overflowY === 'scroll'
      for (const box of boxes) {
        if (!scrollsX && (box.left < frame.left - 1 || box.right > frame.right + 1)) faults.push(`cut sideways: ${describe(element)}`)
        if (!scrollsY && (box.top < frame.top - 3 || box.bottom > frame.bottom + 3)) faults.push(`cut in height: ${describe(element)}`)
      }
      if (scrollsX || scrollsY) break
    }
    for (const box of boxes) {
      if (box.left < -1 || box.right > window.innerWidth + 1) {
        const scroller = [...ancestors(element)].some((one) => getComputedStyle(one).overflowX === 'auto')
        if (!scroller) faults.push(`outside the window: ${describe(element)}`)
      }
      lines.push({ element, box })
    }
  }

  for (const [index, line] of lines.entries()) {
    for (const other of lines.slice(index + 1)) {
      if (line.element.contains(other.element) || other.element.contains(line.element)) continue
      const across = Math.min(line.box.right, other.box.right) - Math.max(line.box.left, other.box.left)
      const down = Math.min(line.box.bottom, other.box.bottom) - Math.max(line.box.top, other.box.top)
      if (across <= 2 || down <= 5) continue
      const middleX = Math.max(line.box.left, other.box.left) + across / 2
      const middleY = Math.max(line.box.top, other.box.top) + down / 2
      const top = document.elementFromPoint(middleX, middleY)
      // what lies under a panel, a drawer or the scrolled edge is not on top of anything
      if (top === null || !(top.contains(line.element) || line.element.contains(top)) || !shareLayer(line.element, other.element)) continue
      faults.push(`overlap: ${describe(line.element)} and ${describe(other.element)}`)
    }
  }

  for (const control of document.querySelectorAll('button, input, select, a[href]')) {
    if (isHidden(control)) continue
    const box = control.getBoundingClientRect()
    if (control.tagName !== 'A' && (box.width < 24 || box.height < 24))
      faults.push(`smaller than 24: ${describe(control)} ${box.width}×${box.height}`)
  }
  return [...new Set(faults)]

  function* ancestors(element: Element): Iterable<Element> {
    for (let one = element.parentElement; one !== null; one = one.parentElement) yield one
  }

  function shareLayer(left: Element, right: Element): boolean {
    const layerOf = (element: Element) =>
      [...ancestors(element)].find((one) => ['fixed', 'absolute'].includes(getComputedStyle(one).position))
    return layerOf(left) === layerOf(right)
  }
}
