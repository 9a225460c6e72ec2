import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'

/** A React hook that runs in a document of its own, with Node's own `fetch`. */
export interface RunningHook<Value> {
  current(): Value
  /** Resolves when the condition holds; it is checked again after every render. */
  until(condition: (value: Value) => boolean): Promise<Value>
}

// React still uses it after the last component is gone, so it stays; packages of later tests take it for a page, which has an address
const { window } = new JSDOM('', { url: 'http://localhost/' })
for (const [name, value] of Object.entries({ window, document: window.document, navigator: window.navigator }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })

/** Runs a hook in a component, as an app would. */
export function runHook<Value>(hook: () => Value): RunningHook<Value> {
  let value: { readonly of: Value } | null = null
  const waiting = new Set<() => void>()
  function rendered(shown: Value): void {
    value = { of: shown }
    queueMicrotask(() => {
      for (const look of [...waiting]) look()
    })
  }
  const root = createRoot(window.document.body.appendChild(window.document.createElement('main')))
  flushSync(() => root.render(createElement(Probe<Value>, { hook, rendered })))
  onTestFinished(() => flushSync(() => root.unmount()))
  const current = (): Value => {
    if (value === null) throw new Error('the hook has not run')
    return value.of
  }
  return {
    current,
    until: (condition) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!condition(current())) return
          waiting.delete(look)
          resolve(current())
        }
        waiting.add(look)
        look()
      }),
  }
}

function Probe<Value>({ hook, rendered }: { readonly hook: () => Value; readonly rendered: (value: Value) => void }): null {
  rendered(hook())
  return null
}
