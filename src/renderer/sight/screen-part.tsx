import { useEffect, useState } from 'react'
import type { Region } from '../../shared/sight/region'
import { useApp, useServices } from '../state/context'
import { focusComposer } from '../ui/focus-composer'
import { cropPicture } from './crop-picture'
import { RegionDialog } from './region-dialog'

/** Takes one picture of the screen, and attaches the part that the user chooses to the next message of this conversation. */
export function ScreenPart({ onDone: done }: { readonly onDone: () => void }) {
  // the picture is taken once, however often the opener is drawn
  const [onDone] = useState(() => done)
  const { actions, client } = useServices()
  const conversationId = useApp((state) => state.currentConversationId)
  const [png, setPng] = useState<Uint8Array<ArrayBuffer> | null>(null)
  const [address, setAddress] = useState<string | null>(null)

  useEffect(() => {
    let isGone = false
    void untilMenuGone()
      .then(() => client.call('sight.still', null))
      .then(async (reply) => {
        if (isGone) return
        if (reply.ok) {
          const bytes = Uint8Array.from(reply.value.png)
          setPng(bytes)
          setAddress(await dataAddress(bytes))
          return
        }
        if (conversationId !== null) actions.refuseFile(conversationId, reply.error.message)
        onDone()
      })
    return () => {
      isGone = true
    }
  }, [actions, client, conversationId, onDone])

  if (png === null || address === null) return null
  const attach = async (region: Region | null) => {
    onDone()
    if (conversationId === null) return
    await actions.takeFiles(conversationId, [{ name: 'screen.png', content: await cropPicture(png, region) }])
    // the question about it comes next
    focusComposer()
  }
  return <RegionDialog picture={address} onChoose={(region) => void attach(region)} onClose={onDone} />
}

/** Longer than a menu fades, in pictures of the screen. */
const MOST_PICTURES = 60

/** Resolves when no menu is drawn any more: it would be in the picture of the screen. */
async function untilMenuGone(): Promise<void> {
  const drawn = (): Promise<unknown> => new Promise(requestAnimationFrame)
  for (let count = 0; count < MOST_PICTURES && document.querySelector('[role="menu"]') !== null; count += 1) await drawn()
  // the system has the picture without it
  await drawn()
  await drawn()
}

/** The bytes as an address that the page's policy lets an image have. */
function dataAddress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('the picture can’t be read'))
    reader.readAsDataURL(new Blob([bytes], { type: 'image/png' }))
  })
}
