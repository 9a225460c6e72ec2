import { answers, artifact, dataWords } from './data-worlds'
import type { Language } from './describe-screens'
import type { ScriptedWorld } from './scripted-transport'
import { answerMessage, userMessage } from './ui-messages'
import { makeWorld, replayStatus, worldNow } from './ui-worlds'

const WIDE_COLUMNS = 40
const longNames = [
  'a_column_with_a_name_that_is_much_longer_than_any_of_its_values',
  '出荷から到着までにかかった日数の合計（休日を除く）',
  'note',
  'id',
]

/** A conversation with a result of many columns, long names and long texts, and a list of results of every kind. */
export function wideWorld(language: Language): ScriptedWorld {
  const columns = Array.from({ length: WIDE_COLUMNS }, (_, index) => {
    const name = longNames[index % longNames.length] ?? ''
    return { name: index < longNames.length ? name : `${name}_${index}`, type: index % 4 === 2 ? ('text' as const) : ('integer' as const) }
  })
  const shownRows = Array.from({ length: 60 }, (_, row) =>
    columns.map(({ type }, index) =>
      row % 9 === 4 && index < 3 ? null : type === 'text' ? `${'遅れた荷物 '.repeat(row % 5)}late\n${row}` : row * 10 ** (index % 12),
    ),
  )
  const title = `${dataWords[language].title} ${'with a title that goes on and on '.repeat(3)}`.trim()
  const wide = artifact(language, { title, columns, rows: 60, originalRows: 12_345_678, cutBy: 'rows' })
  const results = [
    wide,
    artifact(language, {
      artifactId: 'artifact-2',
      title: dataWords[language].title,
      state: 'gone',
      createdAt: worldNow - 40 * 86_400_000,
    }),
    artifact(language, {
      artifactId: 'artifact-3',
      origin: { kind: 'artifacts', artifactIds: ['artifact-1'] },
      copiedAt: null,
      originalRows: null,
      cutBy: 'bytes',
    }),
  ]
  return makeWorld({
    language,
    messages: [
      userMessage('user-1', dataWords[language].asked),
      answerMessage('answer-1', [{ type: 'data-artifact', data: { artifactId: 'artifact-1', title, rows: 60, columns: WIDE_COLUMNS } }]),
    ],
    bootstrap: { statuses: [replayStatus()] },
    kept: { answers: { ...answers(language), 'artifact.get': wide, 'artifact.list': { artifacts: results } }, rows: shownRows },
  })
}
