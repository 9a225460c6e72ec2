import type { ReactNode } from 'react'

/** A string with one `<rule>…</rule>` part: draws that part through `render` and leaves the rest as it is. */
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
