import { useEffect, useState } from 'react'
import type { ReplayProgress } from '../../shared/ipc/replay-calls'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import { Select } from '../ui/select'
import styles from './recording-form.module.css'

const SPEEDS = ['usual', '0.5', '1', '2', '4', 'fastest'] as const
const FASTEST = 1000

/**
 * Plays a recording with its own user: from any turn, at any speed, with pauses and step by step; and opens other ones.
 */
export function PlaybackControls({ conversationId }: { readonly conversationId: string }) {
  const i18n = useI18n()
  const { client } = useServices()
  const [progress, setProgress] = useState<ReplayProgress | null>(null)
  const [from, setFrom] = useState('0')
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>('usual')
  const [refusal, setRefusal] = useState<string | null>(null)
  useEffect(
    () =>
      client.on('replay.progress', (next) => {
        if (next.conversationId === conversationId) setProgress(next)
      }),
    [client, conversationId],
  )
  const showRefusal = (reply: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } }): void =>
    setRefusal(reply.ok ? null : reply.error.message)
  const pace = async (change: { readonly paused?: boolean; readonly step?: true; readonly speed?: number | null }) =>
    showRefusal(await client.call('replay.pace', { conversationId, ...change }))
  const watch = async (on: boolean) => showRefusal(await client.call('replay.watch', { conversationId, on, fromTurn: Number(from) }))
  const open = async () =>
    showRefusal(await client.call('fixture.open', { conversationId, title: i18n.t('rec.openTitle'), button: i18n.t('rec.openButton') }))

  const watching = progress?.phase === 'watching'
  const paused = progress?.paused === true
  const turns = Array.from({ length: Math.max(1, progress?.turns ?? 1) }, (_, index) => ({
    value: String(index),
    label: i18n.t('play.turn', { turn: index + 1 }),
  }))
  const speeds = SPEEDS.map((value) => ({
    value,
    label: value === 'usual' || value === 'fastest' ? i18n.t(`play.speed.${value}`) : `${value}×`,
  }))
  return (
    <fieldset className={styles.group} aria-label={i18n.t('play.title')}>
      <div className={styles.row}>
        <Button small look="ink" onClick={() => void watch(!watching)}>
          {i18n.t(watching ? 'play.takePart' : 'play.watch')}
        </Button>
        <Button small onClick={() => void pace({ paused: !paused })}>
          {i18n.t(paused ? 'play.resume' : 'play.pause')}
        </Button>
        <Button small onClick={() => void pace({ step: true })}>
          {i18n.t('play.step')}
        </Button>
        <Button small onClick={() => void open()}>
          {i18n.t('rec.open')}
        </Button>
      </div>
      <div className={styles.row}>
        <Select
          value={speed}
          choices={speeds}
          label={i18n.t('play.speed')}
          onChange={(value) => {
            setSpeed(value)
            void pace({ speed: value === 'usual' ? null : value === 'fastest' ? FASTEST : Number(value) })
          }}
        />
        <Select value={from} choices={turns} label={i18n.t('play.from')} onChange={setFrom} />
      </div>
      <p className={styles.line} role="status">
        {progress?.noBranch != null ? i18n.t('play.noBranch') : progress?.phase === 'done' ? i18n.t('play.done') : ''}
      </p>
      {refusal !== null && <Fault>{refusal}</Fault>}
    </fieldset>
  )
}
