import { createLoudspeaker, type Loudspeaker } from '../audio/loudspeaker'
import type { AppStore } from '../state/store'

/** Applies the output device of the settings to all sound. `onTrouble` is called for a device that is gone. */
export function startLoudspeaker(
  { api }: Pick<AppStore, 'api'>,
  onTrouble: (kind: 'loudspeaker-replaced', there: boolean) => void,
): Loudspeaker {
  const loudspeaker = createLoudspeaker({
    getChoice() {
      const { loudspeakerId, loudspeakerLabel } = api.getState().settings
      return { loudspeakerId, loudspeakerLabel }
    },
    onDefaultUsed: (used) => onTrouble('loudspeaker-replaced', used),
  })
  api.subscribe(({ settings }, { settings: before }) => {
    if (settings.loudspeakerId !== before.loudspeakerId) loudspeaker.refresh()
  })
  return loudspeaker
}
