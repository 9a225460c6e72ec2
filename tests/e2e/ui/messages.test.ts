import { describe, expect, it } from 'vitest'
import '../../../src/shared/i18n/all-languages'
import { createTranslator } from '../../../src/shared/i18n/translator'
import { argumentTexts } from '../../../src/shared/messages/argument-texts'
import { callTexts } from '../../../src/shared/messages/call-texts'
import { displayText, type Message, messageOf, modelText } from '../../../src/shared/messages/message'
import { type MessageCode, messageTexts } from '../../../src/shared/messages/message-text'
import { noticeTexts } from '../../../src/shared/messages/notice-texts'
import { toolTexts } from '../../../src/shared/messages/tool-texts'
import { answerMessage, userMessage } from '../../support/ui-messages'
import { emit, saveScreen, type UiPage } from '../../support/ui-page'
import { uiStage } from '../../support/ui-stage'
import { makeWorld, paymentQuestion } from '../../support/ui-worlds'

const stage = uiStage()

/** Three consecutive words, as only a sentence has them. */
const anEnglishSentence = /[A-Za-z’']+ [a-z’']+ [a-z’']+/

/** A message with something in the place of each value that is no word of ours. */
function filled(code: MessageCode): Message {
  const names = [...messageTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return { code, values: Object.fromEntries(names.map((name, index) => [name, `値${index + 1}`])) }
}

const codesOf = (texts: object): readonly MessageCode[] => Object.keys(texts).filter((code): code is MessageCode => code in messageTexts)
const failures: readonly Message[] = [
  ...[callTexts, toolTexts].flatMap(codesOf).map(filled),
  messageOf('arguments-do-not-fit', {
    tool: 'process_payment',
    problems: codesOf(argumentTexts).map((code, index) =>
      messageOf('argument-problem-of', { name: `argument${index}`, problem: filled(code) }),
    ),
  }),
  messageOf('file-not-sent', { problem: messageOf('file-too-large', { file: 'メモ.txt', size: 64 }) }),
]
const details: readonly Message[] = [
  ...codesOf(noticeTexts)
    .filter((code) => code !== 'tools-set-aside')
    .map(filled),
  messageOf('tools-set-aside', { reasons: [filled('tools-bad-name'), filled('tools-same-name')] }),
]
const failed = failures.map((message, index) => ({
  type: 'dynamic-tool',
  toolName: 'some_tool',
  toolCallId: `call-${index}`,
  state: 'output-error',
  input: {},
  errorText: modelText(message),
  toolMetadata: { message },
}))

/** Opens a thread with every kind of failed call, and expands every line of it. */
async function openFailures(language: 'en' | 'ja'): Promise<UiPage> {
  const messages = [userMessage('user-1', '全部やって。'), answerMessage('answer-1', failed)]
  const shown = await stage.open(makeWorld({ language, messages }), { width: 1000, height: 700 })
  const lines = shown.page.getByRole('button', { name: /some_tool/ })
  await expect.poll(() => lines.count()).toBe(failed.length)
  await lines.evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })
  await expect.poll(() => shown.page.getByRole('heading', { name: language === 'en' ? 'Failure' : '失敗' }).count()).toBe(failed.length)
  return shown
}

describe('why a call failed', () => {
  it('is shown in Japanese on a Japanese page, on the line and in the details, whatever the reason', async () => {
    const { page, close } = await openFailures('ja')
    const thread = (await page.getByRole('article', { name: 'Parley' }).textContent()) ?? ''
    for (const words of ['あなたが止めました。', '画面を撮れません', 'メモ.txtは64 kBを超えています。何も送っていません。']) {
      expect(thread.split(words).length - 1, words).toBeGreaterThanOrEqual(2)
    }
    expect(anEnglishSentence.exec(thread)?.[0]).toBeUndefined()
    await saveScreen(page, 'told-texts-ja')
    await close()
  })

  it('is shown in English on an English page', async () => {
    const { page, close } = await openFailures('en')
    const thread = (await page.getByRole('article', { name: 'Parley' }).textContent()) ?? ''
    for (const message of failures) {
      const words = displayText(message, createTranslator('en'))
      expect(thread, words).toContain(words)
    }
    await saveScreen(page, 'told-texts-en')
    await close()
  })

  it('is shown for a withdrawn approval, with who withdrew it', async () => {
    const { page, close } = await stage.open(
      makeWorld({
        language: 'ja',
        messages: [
          userMessage('user-1', '払って。'),
          answerMessage('answer-1', [
            { ...failed[0], toolCallId: 'call-1', state: 'output-error', toolMetadata: { message: messageOf('session-ended') } },
            { ...failed[0], toolCallId: 'call-2', state: 'output-error', toolMetadata: { message: messageOf('taken-back-by-model') } },
          ]),
        ],
      }),
      { width: 1000, height: 700 },
    )
    const withdrawn = { ...paymentQuestion(), state: 'withdrawn', conversationId: 'conversation-0' } as const
    await emit(page, 'approval.changed', { ...withdrawn, approvalId: 'a-1', toolCallId: 'call-1', reason: messageOf('session-ended') })
    await emit(page, 'approval.changed', {
      ...withdrawn,
      approvalId: 'a-2',
      toolCallId: 'call-2',
      reason: messageOf('taken-back-by-model'),
    })
    await page.getByText('は取り下げ：セッションが終わりました。').waitFor()
    await page.getByText('はGeminiが取り下げました').waitFor()
    await close()
  })
})

describe('the detail of a notice', () => {
  it('is shown in Japanese on a Japanese page, whatever it is', async () => {
    const { page, close } = await stage.open(makeWorld({ language: 'ja', messages: [] }), { width: 1000, height: 700 })
    for (const [index, detail] of details.entries()) {
      const noticeId = `notice-${index}`
      const notice = { noticeId, conversationId: null, kind: 'settings-damaged', cause: null, detail }
      await emit(page, 'notice.shown', notice)
      await page.getByRole('button', { name: '詳細' }).click()
      const banner = page.locator('section[role="alert"]')
      await expect.poll(() => banner.textContent()).toMatch(/詳細[\s\S]*\p{Script=Hiragana}/u)
      expect(anEnglishSentence.exec((await banner.textContent()) ?? '')?.[0], detail.code).toBeUndefined()
      await emit(page, 'notice.gone', { noticeId })
      await banner.waitFor({ state: 'detached' })
    }
    await close()
  })
})
