import type { SightView } from '../../shared/sight/sight-calls'
import { useI18n } from '../i18n/i18n-provider'
import type { Translator } from '../i18n/translate'
import type { AppState } from '../state/app-state'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { focusComposerOnceLost } from '../ui/focus-composer'
import styles from './sight-strip.module.css'

/** While Gemini sees something: exactly the last frame it was sent, what it is, what it cost, and the way to stop it. A demo sends nothing. */
export function SightStrip() {
  const i18n = useI18n()
  const { actions } = useServices()
  const sight = useApp((state) => state.sight)
  const frame = useApp((state) => state.sightFrame)
  const isDemo = useApp(({ sight, statuses }) => sight.phase !== 'off' && statuses[sight.conversationId]?.replay != null)
  if (sight.phase === 'off') return sight.ended === null || sight.ended === 'stopped' ? null : <Ended reason={sight.ended} />
  return (
    <section className={styles.strip} aria-label={i18n.t('sight.region')} data-sight={sight.phase}>
      {frame === null ? (
        <span className={styles.picture} />
      ) : (
        <img className={styles.picture} src={frame} alt={i18n.t('sight.lastFrame')} data-sight-frame />
      )}
      <div className={styles.words}>
        <p className={styles.title}>{i18n.t(isDemo ? 'sight.wouldSee' : 'sight.sees', { source: sourceName(sight.source, i18n) })}</p>
        <p className={styles.line}>{sight.phase === 'on' ? costLine(sight, isDemo, i18n) : i18n.t('sight.asking')}</p>
      </div>
      <Button
        onClick={() => {
          actions.stopSight()
          focusComposerOnceLost()
        }}
      >
        {i18n.t('sight.stop')}
      </Button>
    </section>
  )
}

/** While a recording is replayed: what Gemini had been shown at this turn, or that the recording does not hold it. */
export function ReplayedSight({ frame, frames }: NonNullable<AppState['replayedSight']>) {
  const i18n = useI18n()
  return (
    <section className={styles.strip} aria-label={i18n.t('sight.replayedRegion')} data-replayed-sight>
      {frame === null ? (
        <span className={styles.picture} />
      ) : (
        <img className={styles.picture} src={frame} alt={i18n.t('sight.lastFrame')} />
      )}
      <div className={styles.words}>
        <p className={styles.title}>{i18n.t(frame === null ? 'sight.replayedWithout' : 'sight.replayed')}</p>
        <p className={styles.line}>{i18n.count('sight.frames', frames)}</p>
      </div>
    </section>
  )
}

/** Why Gemini sees nothing any more, until it is dismissed or something else is shown. */
function Ended({ reason }: { readonly reason: NonNullable<Extract<SightView, { phase: 'off' }>['ended']> }) {
  const i18n = useI18n()
  const { actions } = useServices()
  return (
    <p className={styles.ended} role="status">
      <span>{i18n.t(`sight.ended.${reason}`)}</span>
      <Button
        small
        look="plain"
        onClick={() => {
          actions.dismissSight()
          focusComposerOnceLost()
        }}
      >
        {i18n.t('app.close')}
      </Button>
    </p>
  )
}

/** The name of what is shown. */
function sourceName({ kind, name }: Exclude<SightView, { phase: 'off' }>['source'], i18n: Translator): string {
  return name === '' || kind === 'camera' ? i18n.t(`sight.kind.${kind}`) : name
}

function costLine({ frames, tokens, dollars }: Extract<SightView, { phase: 'on' }>, isDemo: boolean, i18n: Translator): string {
  if (isDemo) return i18n.count('sight.demoFrames', frames)
  const counts = [i18n.count('sight.frames', frames), i18n.count('sight.tokens', tokens)]
  return [...counts, ...(dollars === null ? [] : [`$${dollars.toFixed(4)}`])].join(' · ')
}
