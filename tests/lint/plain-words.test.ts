import { expect, it } from 'vitest'
import { listFixtures } from '../../src/main/replay/simulator/list-fixtures'
import { words as english } from '../../src/shared/languages/en'
import { words as japanese } from '../../src/shared/languages/ja'
import { messageTexts } from '../../src/shared/messages/message-text'

type Turn = readonly [turn: RegExp, instead: string]

/** Phrases that a native writer would not use in a product, or names that the glossary replaces. */
const bannedInEnglish: readonly Turn[] = [
  [/\b(?:is|are|was|were|be|not) told\b/i, 'say who sees or gets what'],
  [/\btells? of\b/i, 'describes, has'],
  [/\b(?:go|goes|going|went) on\b/i, 'continue'],
  [/\bstands?\b/i, 'is, comes'],
  [/\bgives? silence\b/i, 'no sound from'],
  [/\bfell silent\b/i, 'no reply'],
  [/\bis heard\b/i, 'plays, hears'],
  [/\b(?:is|are) kept\b/i, 'is saved, is safe'],
  [/\bkept results?\b/i, 'saved results'],
  [/\bwhat (?:is|was) kept\b/i, 'saved data'],
  [/(?<!modifier )\balone\b/i, 'only'],
  [/\bbeside\b/i, 'next to'],
  [/\banew\b/i, 'again'],
  [/\bonce more\b/i, 'again'],
  [/\bmend(?:s|ed)?\b/i, 'repair, fix'],
  [/\bmay not\b/i, 'isn’t allowed to, can’t'],
  [/\b(?:holds?|holding) (?:a gap|empty|control|no)\b/i, 'has, contains'],
  [/\bpassed by\b/i, 'skipped'],
  [/\btak(?:e|en|ing) over\b/i, 'import, use'],
  [/\bparted by\b/i, 'separated by'],
  [/\bmake room\b/i, 'free some space'],
  [/(?<!a )\bswitch(?:ed)? (?:it |this |them )?(?:on|off)\b/i, 'turn on, turn off'],
  [/\bnothing (?:listens|of it)\b/i, 'name the thing'],
  [/\b(?:details|settings) (?:say|name|take)s?\b/i, 'See Details for …'],
  [/(?<!\bthere )\bis no (?!longer\b)/i, 'is not a'],
  [/\bthis machine\b/i, 'this computer'],
  [/\bcounts from\b/i, 'used from'],
  [/\bnot offered\b|\bno longer offered\b/i, 'not available'],
  [/\bso many\b/i, 'a number of'],
  [/\bin writing\b/i, 'in text'],
  [/\bpictures?\b/i, 'image, screenshot'],
  [/\brecorded conversations?\b|\breplay\b|\bfixture\b/i, 'demo (comes with Parley), recording (made by the user)'],
  [/\bplease\b|\boops\b|!$/i, 'short and calm'],
]

const bannedInJapanese: readonly Turn[] = [
  [/ウインドウ/, 'ウィンドウ'],
  [/インスペクタ(?!ー)/, 'インスペクター'],
  [/ブラウザ(?!ー)/, 'ブラウザー'],
  [/メモリ(?!ー)/, 'メモリー'],
  [/話すキー|通話キー/, 'トークキー'],
  [/キーストア|キーの保管庫/, 'キー保管庫'],
  [/このパソコン|この端末|このマシン|この画面/, 'このコンピューター、このウィンドウ'],
  [/道具/, 'ツール'],
  [/リプレイ|録音(?:した|された)会話|フィクスチャ/, 'デモ（付属）、録音（利用者が作ったもの）'],
  [/答え(?=[をがの])/, '回答'],
  [/働[くきい]/, '使える、有効'],
  [/消音/, 'ミュート'],
  [/くださいませ|様[。、]/, 'です・ます'],
  [/[ぁ-んァ-ヶ一-龠]: /, '全角の「：」'],
  [/[０-９]/, '半角の数字'],
  [/[一二三四五](?:つ|回|文字|件|個)/, '1つ、2回'],
  [/(?<!その)他の/, 'ほかの'],
  [/分か[らりるれっ]/, 'わかる'],
  [/お試しください/, '試してください'],
  [/コンマ/, 'カンマ'],
  [/[％［］]/, '半角の%、「」'],
]

/** Texts of others, for example of the service. */
const quoted = /“[^”]*”|「[^」]*」/g

function turnsIn(texts: Readonly<Record<string, string>>, banned: readonly Turn[]): readonly string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    banned.flatMap(([turn, instead]) => (turn.test(text.replace(quoted, '')) ? [`${key}: ${text} (${turn.source}: ${instead})`] : [])),
  )
}

it('English texts are plain: no banned phrase, one name for one thing', () => {
  const shown = [english.texts, english.faults, messageTexts]
  expect(shown.flatMap((texts) => turnsIn(texts, bannedInEnglish))).toEqual([])
})

it('so are the titles and notes of the demos, in both languages', async () => {
  const { fixtures } = await listFixtures('fixtures')
  const shown = (language: 'en' | 'ja') =>
    Object.fromEntries(
      fixtures.flatMap(({ fixture: { fixtureId, title, note } }) => [
        [`${fixtureId} title`, title[language] ?? ''],
        [`${fixtureId} note`, note[language] ?? ''],
      ]),
    )
  expect(turnsIn(shown('en'), bannedInEnglish)).toEqual([])
  expect(turnsIn(shown('ja'), bannedInJapanese)).toEqual([])
})

it('Japanese texts are plain: no banned phrase, one name for one thing', () => {
  const shown = [japanese.texts, japanese.faults, japanese.messages, japanese.refusals]
  expect(shown.flatMap((texts) => turnsIn(texts, bannedInJapanese))).toEqual([])
})
