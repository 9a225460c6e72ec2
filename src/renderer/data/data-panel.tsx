import { Database, List, PanelRightClose, Pin, PinOff } from 'lucide-react'
import { useState } from 'react'
import type { Artifact } from '../../shared/data/artifact'
import { makeVisible } from '../../shared/text/make-visible'
import { WindowButtons } from '../app/window-buttons'
import { useI18n } from '../i18n/i18n-provider'
import { useServices } from '../state/context'
import { IconButton } from '../ui/button'
import { Fault } from '../ui/fault'
import { duration } from '../ui/format'
import { originText, rowCountText } from './artifact-facts'
import { ArtifactList } from './artifact-list'
import { RunAgain } from './artifact-preview'
import { ArtifactView } from './artifact-view'
import styles from './data-panel.module.css'
import { useArtifact } from './use-artifact'

/** The panel next to the thread: one stored result, or the list of all. */
export function DataPanel({ artifactId, withWindowButtons }: { readonly artifactId: string | null; readonly withWindowButtons: boolean }) {
  const i18n = useI18n()
  return (
    <aside className={styles.panel} aria-label={i18n.t('data.panel')} data-region="panel">
      {artifactId === null ? (
        <>
          <Head title={i18n.t('data.results')} withWindowButtons={withWindowButtons} />
          <ArtifactList />
        </>
      ) : (
        <Shown key={artifactId} artifactId={artifactId} withWindowButtons={withWindowButtons} />
      )}
    </aside>
  )
}

function Shown({ artifactId, withWindowButtons }: { readonly artifactId: string; readonly withWindowButtons: boolean }) {
  const i18n = useI18n()
  const known = useArtifact(artifactId)
  const artifact = known.kind === 'known' ? known.artifact : null
  return (
    <>
      <Head
        title={artifact === null ? i18n.t('data.panel') : makeVisible(artifact.title)}
        artifact={artifact}
        withWindowButtons={withWindowButtons}
      />
      {known.kind === 'failed' && (
        <div className={styles.message}>
          <Fault>{known.message}</Fault>
        </div>
      )}
      {artifact !== null && (
        <p className={styles.source}>
          <Database size={14} strokeWidth={1.75} aria-hidden />
          <span>{[originText(artifact, i18n), rowCountText(artifact, i18n), duration(artifact.durationMs)].join(' · ')}</span>
        </p>
      )}
      {artifact?.state === 'gone' && (
        <div className={styles.message}>
          <p>{i18n.t('data.gone')}</p>
          <RunAgain artifact={artifact} />
        </div>
      )}
      {artifact?.state === 'here' && <ArtifactView key={artifact.createdAt} artifact={artifact} />}
    </>
  )
}

interface HeadProps {
  readonly title: string
  readonly artifact?: Artifact | null
  readonly withWindowButtons: boolean
}

function Head({ title, artifact = null, withWindowButtons }: HeadProps) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [refusal, setRefusal] = useState<string | null>(null)
  const isKept = artifact !== null && artifact.expiresAt === null
  const keep = async ({ artifactId }: Artifact) => {
    const reply = await actions.keepArtifact(artifactId, !isKept)
    setRefusal(reply.ok ? null : reply.error.message)
  }
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        {artifact !== null && (
          <>
            <IconButton label={i18n.t(isKept ? 'data.letGo' : 'data.keep')} pressed={isKept} onClick={() => void keep(artifact)}>
              {isKept ? <PinOff size={16} strokeWidth={1.75} aria-hidden /> : <Pin size={16} strokeWidth={1.75} aria-hidden />}
            </IconButton>
            <IconButton label={i18n.t('data.results')} onClick={() => actions.showData(null)}>
              <List size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton label={i18n.t('app.close')} onClick={() => actions.hideData()}>
          <PanelRightClose size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        {withWindowButtons && <WindowButtons />}
      </div>
      {refusal !== null && (
        <div className={styles.message} role="alert">
          <Fault>{refusal}</Fault>
        </div>
      )}
    </>
  )
}
