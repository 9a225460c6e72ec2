import { useId, useState } from 'react'
import { ReplayedSight, SightStrip } from '../app/lazy-parts'
import { useI18n } from '../i18n/i18n-provider'
import { useApp } from '../state/context'
import { Captions } from './captions'
import { Composer } from './composer'
import styles from './dock.module.css'
import { TalkRow } from './talk-row'

/** The voice controls and the message field on one card at the bottom of the thread, with the captions above it. */
export function Dock() {
  const i18n = useI18n()
  const id = useId()
  const conversationId = useApp((state) => state.currentConversationId)
  const captions = useApp((state) => state.settings.captions)
  const opened = useApp((state) => state.opening.phase === 'ready')
  const sight = useApp((state) => state.sight)
  const replayed = useApp((state) => (state.replayedSight?.conversationId === conversationId ? state.replayedSight : null))
  const showsSight = sight.phase !== 'off' || (sight.ended !== null && sight.ended !== 'stopped')
  const fieldKey = useFieldKey(conversationId)
  return (
    <section className={styles.region} aria-label={i18n.t('region.dock')} data-region="dock" id={id}>
      {captions && conversationId !== null && <Captions conversationId={conversationId} />}
      <div className={styles.dock}>
        {showsSight && <SightStrip />}
        {replayed !== null && <ReplayedSight {...replayed} />}
        <div className={styles.talk} data-coming={opened ? undefined : ''} inert={!opened}>
          <TalkRow />
        </div>
        <Composer key={fieldKey} />
      </div>
    </section>
  )
}

/**
 * One field for each conversation. The first one reuses the field that was there before its conversation was known: the
 * focus stays.
 */
function useFieldKey(conversationId: string | null): string {
  const [first, setFirst] = useState(conversationId)
  if (first === null && conversationId !== null) setFirst(conversationId)
  return conversationId === null || conversationId === first ? '' : conversationId
}
