import type { ReactNode } from 'react'

/** A string with one `<rule>…</rule>` part: renders that part with `render` and leaves the rest unchanged. */
export function richText(text: string, render: (part: string) => ReactNode): ReactNode {
  const match = /^(.*?)<rule>(.*)<\/rule>(.*)$/su.exec(text)
  if (match === null) return text
  return (
    <>
      {match[1]}
      {render(match[2] ?? '')}
      {match[3]}
    </>
  )
}
