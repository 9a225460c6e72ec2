import { ArrowUpRight, Ear, EarOff, X } from 'lucide-react'
import type { Client } from '../../shared/ipc/client'
import type { VoiceFacts } from '../../shared/ipc/small-window-calls'
import { useWords } from '../i18n/words'
import { Button, IconButton } from '../ui/button'
import styles from './overlay.module.css'

interface CaptionBodyProps {
  readonly caption: NonNullable<VoiceFacts['caption']>
  readonly muted: boolean
  readonly client: Client
}

/** What was heard and what is being said: the spoken words dark, the coming ones grey. */
export function CaptionBody({ caption, muted, client }: CaptionBodyProps) {
  const words = useWords()
  const Icon = muted ? EarOff : Ear
  return (
    <>
      <div className={styles.captions}>
        {caption.said !== '' && <p className={styles.said}>{words.say('overlay.said', { words: caption.said })}</p>}
        {caption.spoken + caption.coming !== '' && (
          <p className={styles.caption}>
            <span>{caption.spoken}</span>
            <span className={styles.coming}>{caption.coming}</span>
          </p>
        )}
      </div>
      <div className={styles.foot}>
        <IconButton
          label={words.say(muted ? 'overlay.unmute' : 'overlay.mute')}
          pressed={muted}
          onClick={() => void client.call('overlay.mute', { muted: !muted })}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton label={words.say('overlay.dismiss')} onClick={() => void client.call('overlay.dismiss', null)}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <span className={styles.space} />
        <Button look="plain" onClick={() => void client.call('overlay.showParley', { approvalId: null })}>
          {words.say('overlay.open')}
          <ArrowUpRight size={14} strokeWidth={2} aria-hidden />
        </Button>
      </div>
    </>
  )
}
