import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../ui/tokens.css'
import '../ui/base.css'
import './popup-window.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { pressOnceWhileHeld } from '../ui/held-keys'

/** Renders the page of a popup window. */
export function startPopupWindow(page: ReactNode): void {
  pressOnceWhileHeld(window)
  const root = document.getElementById('root')
  if (root === null) throw new Error('the page has no #root')
  createRoot(root).render(<StrictMode>{page}</StrictMode>)
}
