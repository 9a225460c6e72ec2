import { type RefObject, useEffect, useRef } from 'react'
import type { SettingsSection } from '../state/app-state'
import { useApp } from '../state/context'

/** px between the top of the content and the heading */
const ABOVE = 16

/**
 * The ref of the scrolling content. Whenever the settings are asked for a section, its heading is scrolled to the top and stays
 * there while the sections above it load, until the user does something in the content. The first section is shown from the top.
 */
export function useScrollToSection(section: SettingsSection, hasHeading: boolean): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null)
  // a new view for each request, also for the section that is shown already
  const view = useApp((state) => state.view)
  useEffect(() => {
    const element = content.current
    if (element === null || view.name !== 'settings') return
    if (!hasHeading) {
      element.scrollTop = 0
      return
    }
    const heading = element.querySelector(`[data-part="${section}"] > h2`)
    // scrollIntoView would scroll the window too
    const scroll = () => {
      if (heading !== null) element.scrollTop += heading.getBoundingClientRect().top - element.getBoundingClientRect().top - ABOVE
    }
    const sizes = new ResizeObserver(scroll)
    for (const child of element.children) sizes.observe(child)
    const stop = () => sizes.disconnect()
    const acts = ['wheel', 'pointerdown', 'keydown', 'focusin'] as const
    for (const act of acts) element.addEventListener(act, stop, { once: true, passive: true })
    scroll()
    return () => {
      stop()
      for (const act of acts) element.removeEventListener(act, stop)
    }
  }, [section, hasHeading, view])
  return content
}
