// biome-ignore-all lint/a11y/useSemanticElements: a fieldset has a look of its own
import { ChartColumn, Download, RotateCw, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { Artifact } from '../../shared/data/artifact'
import type { ShownArtifact } from '../../shared/protocol/converter-input'
import { makeVisible } from '../../shared/text/make-visible'
import { useI18n } from '../i18n/i18n-provider'
import { useApp, useServices } from '../state/context'
import { Button } from '../ui/button'
import { Fault } from '../ui/fault'
import { timeOfDay, wholeNumber } from '../ui/format'
import { originText, rowCountText } from './artifact-facts'
import styles from './artifact-preview.module.css'
import { cellText, isNumeric } from './cell-text'
import { planChart } from './chart-plan'
import { ExportButton } from './export-button'
import { useArtifact } from './use-artifact'
import { useRows } from './use-rows'
import { wholeView } from './whole-view'

/** Rows of a preview. */
const ROWS = 4
const COLUMNS = 6

/** A stored result in the thread: what it is, its first rows, and a link to all of it. */
export function ArtifactPreview({ shown }: { readonly shown: ShownArtifact }) {
  const i18n = useI18n()
  const titleId = useId()
  const { actions } = useServices()
  const known = useArtifact(shown.artifactId)
  const open = useApp((state) => state.dataPanel?.artifactId === shown.artifactId)
  const artifact = known.kind === 'known' ? known.artifact : null
  const facts =
    artifact === null
      ? [i18n.t('data.rows', { rows: wholeNumber(shown.rows, i18n.locale) })]
      : [rowCountText(artifact, i18n), i18n.count('data.columns', artifact.columns.length), originText(artifact, i18n)]
  const time = artifact === null ? [] : [timeOfDay(artifact.createdAt, i18n.locale)]
  return (
    <section className={`${styles.preview} ${open ? styles.open : ''}`} aria-labelledby={titleId} data-artifact={shown.artifactId}>
      <div className={styles.head}>
        {artifact !== null && planChart(artifact.columns) !== null ? (
          <ChartColumn size={16} strokeWidth={1.75} aria-hidden />
        ) : (
          <Table2 size={16} strokeWidth={1.75} aria-hidden />
        )}
        <div className={styles.words}>
          <h2 className={styles.title} id={titleId}>
            {makeVisible(artifact?.title ?? shown.title)}
          </h2>
          <p className={styles.facts}>{[...facts, ...time].join(' · ')}</p>
        </div>
      </div>
      {known.kind === 'failed' && (
        <div className={styles.message}>
          <Fault>{known.message}</Fault>
        </div>
      )}
      {artifact?.state === 'gone' && <p className={styles.message}>{i18n.t('data.gone')}</p>}
      {artifact?.state === 'here' && <FirstRows artifact={artifact} />}
      {artifact !== null && (
        <div className={styles.foot}>
          {artifact.state === 'here' ? (
            <>
              <Button small aria-pressed={open} onClick={() => (open ? actions.hideData() : actions.showData(artifact.artifactId))}>
                <Table2 size={14} strokeWidth={2} aria-hidden />
                {i18n.t(open ? 'data.close' : 'data.open')}
              </Button>
              <ExportButton artifact={artifact} view={wholeView} total={artifact.rows} chart={null} side="bottom">
                <Download size={14} strokeWidth={2} aria-hidden />
                {i18n.t('data.export')}
              </ExportButton>
            </>
          ) : null}
          <RunAgain artifact={artifact} />
        </div>
      )}
    </section>
  )
}

/** Runs the query of a result again; a refusal is shown next to it. */
export function RunAgain({ artifact: { artifactId } }: { readonly artifact: Artifact }) {
  const i18n = useI18n()
  const { actions } = useServices()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const run = async () => {
    if (busy) return
    setBusy(true)
    setRefusal(null)
    const reply = await actions.runAgain(artifactId)
    setBusy(false)
    if (!reply.ok) setRefusal(reply.error.message)
  }
  return (
    <>
      <Button small look="plain" aria-disabled={busy} onClick={() => void run()}>
        <RotateCw size={14} strokeWidth={2} aria-hidden />
        {i18n.t(busy ? 'data.running' : 'data.again')}
      </Button>
      {refusal !== null && (
        <div role="alert" className={styles.refusal}>
          <Fault>{refusal}</Fault>
        </div>
      )}
    </>
  )
}

function FirstRows({ artifact }: { readonly artifact: Artifact }) {
  const i18n = useI18n()
  const rows = useRows(artifact, wholeView, ROWS)
  const failure = rows.failure()
  if (failure !== null)
    return (
      <div className={styles.message}>
        <Fault>{failure}</Fault>
      </div>
    )
  const columns = artifact.columns.slice(0, COLUMNS)
  const count = Math.min(ROWS, rows.total() ?? artifact.rows)
  const hidden = artifact.columns.length - columns.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, so it must be reachable by keyboard
    <div className={styles.scroller} tabIndex={0} role="group" aria-label={i18n.t('data.begin')}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ name, type }, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place, names may repeat
              <th key={column} scope="col" className={isNumeric(type) ? styles.number : undefined}>
                {makeVisible(name)}
              </th>
            ))}
            {hidden > 0 && <th scope="col">{i18n.t('data.moreColumns', { count: hidden })}</th>}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
            <tr key={index}>
              {columns.map(({ type }, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <td key={column} className={isNumeric(type) ? styles.number : undefined}>
                  {cellText(rows.row(index)?.[column] ?? null) || '\u00a0'}
                </td>
              ))}
              {hidden > 0 && <td>…</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
