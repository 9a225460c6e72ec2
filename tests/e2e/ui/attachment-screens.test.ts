import { describeScreens, type Language } from '../../support/describe-screens'
import { pngFile } from '../../support/sample-files'
import { answerMessage, textPart } from '../../support/ui-messages'
import { makeWorld, replayStatus } from '../../support/ui-worlds'

const png = pngFile(640, 400)
const picture = {
  attachmentId: 'picture',
  fileName: 'warehouse.png',
  mediaType: 'image/png',
  bytes: png.byteLength,
  width: 640,
  height: 400,
}
const document = { attachmentId: 'document', mediaType: 'application/pdf', bytes: 482_000, width: null, height: null }
const names = {
  en: {
    invoice: 'Invoice of Hoshino Print for the second half of November, corrected.pdf',
    ask: 'Which shelf is this?',
    answer: 'Shelf 14.',
  },
  ja: { invoice: '星野印刷の11月後半分の請求書（訂正後の最終版、経理確認済み）.pdf', ask: 'これはどの棚？', answer: '14番の棚です。' },
}

function world(language: Language) {
  const { invoice, ask, answer } = names[language]
  const invoiceFile = { ...document, fileName: invoice }
  const shown = [picture, invoiceFile].map(({ attachmentId, mediaType, fileName, bytes, width, height }) => ({
    type: 'file',
    mediaType,
    url: `parley-attachment:${attachmentId}`,
    providerMetadata: { parley: { fileName, bytes, ...(width !== null && { width, height }) } },
  }))
  const asked = { id: 'user-1', role: 'user', parts: [...shown, textPart(ask)] }
  return {
    ...makeWorld({ language, messages: [asked, answerMessage('answer-1', [textPart(answer)], { turnId: 'user-1' })] }),
    draftFiles: [picture, invoiceFile],
    picture: Buffer.from(png).toString('base64'),
  }
}

describeScreens({
  'dragged-file': {
    world,
    reach: async (page) => {
      await page.locator('form img').waitFor()
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'x.txt'))
        window.document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
      })
      await page.locator('[data-drop-mark]').waitFor()
    },
  },
  'unsent-speech': {
    world: (language) => ({
      ...makeWorld({
        language,
        messages: [answerMessage('answer-1', [textPart(names[language].answer)])],
        bootstrap: { statuses: [replayStatus({ unsentSpeechMs: 7400 })] },
      }),
    }),
    reach: async (page) => {
      await page.getByText('0:07').waitFor()
    },
  },
  attachments: {
    world,
    reach: async (page) => {
      await page.locator('article img[data-loaded]').waitFor()
      await page.locator('form img').waitFor()
    },
  },
  'enlarged-picture': {
    world,
    reach: async (page) => {
      await page.locator('article img[data-loaded]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
})
