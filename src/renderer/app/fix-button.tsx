import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import type { Fix } from './fixes'

const SECTION_OF = { about: 'about', key: 'key', microphone: 'voice', loudspeaker: 'voice', backups: 'storage', server: 'storage' } as const

const FIELD_OF = { model: 'model', 'text-model': 'textModel', 'picture-model': 'imageModel' } as const

/** Opens the place where the cause of a failure can be fixed. */
export function FixButton({ fix, small = false }: { readonly fix: Fix; readonly small?: boolean }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const show = (): void => {
    if (fix === 'watch') void actions.watchRecording()
    else if (fix === 'model' || fix === 'text-model' || fix === 'picture-model') actions.showModels(FIELD_OF[fix])
    else actions.showSettings(SECTION_OF[fix])
  }
  return (
    <Button small={small} onClick={show}>
      {i18n.t(`banner.fix.${fix === 'text-model' || fix === 'picture-model' ? 'model' : fix}`)}
    </Button>
  )
}
