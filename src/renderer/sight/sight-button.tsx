import { AppWindow, Camera, Crop, Monitor, MonitorUp, MonitorX } from 'lucide-react'
import { useState } from 'react'
import type { CallReply } from '../../shared/ipc/contract'
import type { SightKind } from '../../shared/sight/sight-source'
import { ScreenPart } from '../app/lazy-parts'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { IconButton, iconButtonClass } from '../ui/button'
import { focusComposerOnceLost } from '../ui/focus-composer'
import { Menu, type MenuAction } from '../ui/menu'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const icons: { readonly [Kind in SightKind]: typeof Monitor } = { screen: Monitor, window: AppWindow, camera: Camera }

const nothing: CallReply<'sight.sources'> = { blocked: 'system', sources: [], still: false }

/** Shows Gemini a screen, a window or the camera, or stops that; or attaches a part of the screen to the next message. */
export function SightButton() {
  const i18n = useI18n()
  const { actions, client } = useServices()
  const isOn = useApp((state) => state.sight.phase !== 'off')
  const [open, setOpen] = useState(false)
  const [choosesPart, setChoosesPart] = useState(false)
  const [choices, setChoices] = useState<CallReply<'sight.sources'>>({ ...nothing, blocked: 'model' })

  if (isOn)
    return (
      <IconButton
        label={i18n.t('sight.stop')}
        pressed
        onClick={() => {
          actions.stopSight()
          focusComposerOnceLost()
        }}
      >
        <MonitorX {...icon} />
      </IconButton>
    )

  const openMenu = async (next: boolean) => {
    if (!next) return setOpen(false)
    const reply = await client.call('sight.sources', null)
    setChoices(reply.ok ? reply.value : nothing)
    setOpen(true)
  }
  const choice = (kind: SightKind, sourceId: string | null, name: string): MenuAction => {
    const Icon = icons[kind]
    const id = `${kind}-${sourceId ?? ''}`
    const run = () => {
      actions.beginSight(kind, sourceId)
      // the opener of this menu becomes the button that stops it
      focusComposerOnceLost()
    }
    return { id, name, icon: <Icon {...icon} />, run }
  }
  const { blocked, sources, still } = choices
  const named = sources.map(({ kind, sourceId, name }) => choice(kind, sourceId, name === '' ? i18n.t('sight.inDialog') : name))
  const refused: MenuAction = {
    ...{ id: 'blocked', name: i18n.t(`sight.blocked.${blocked ?? 'model'}`), icon: <MonitorX {...icon} />, disabled: true },
    run: () => undefined,
  }
  const camera = choice('camera', null, i18n.t('sight.kind.camera'))
  const part = { id: 'part', name: i18n.t('part.choose'), icon: <Crop {...icon} />, run: () => setChoosesPart(true) }
  const shown = blocked === 'model' ? [[refused]] : [blocked === null ? named : [refused], [camera]]
  return (
    <>
      <Menu
        open={open}
        onOpenChange={(next) => void openMenu(next)}
        opener={{ label: i18n.t('sight.button'), className: iconButtonClass, face: <MonitorUp {...icon} /> }}
        groups={still ? [...shown, [part]] : shown}
      />
      {choosesPart && <ScreenPart onDone={() => setChoosesPart(false)} />}
    </>
  )
}
