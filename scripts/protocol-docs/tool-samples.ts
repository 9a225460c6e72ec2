import { questionsOf } from '../../src/main/tool-calls/tools/main-tool'
import type { z } from '../../src/shared/lib/zod'
import type { Localized } from '../../src/shared/text/localized'
import { changeBgm } from '../../src/shared/tools/change-bgm'
import type { ToolDefinition } from '../../src/shared/tools/define-tool'
import { executeSql } from '../../src/shared/tools/execute-sql'
import { exportCsv } from '../../src/shared/tools/export-csv'
import { getLocation } from '../../src/shared/tools/get-location'
import { getWeather } from '../../src/shared/tools/get-weather'
import { look } from '../../src/shared/tools/look'
import { openUrl } from '../../src/shared/tools/open-url'
import { previewSchema } from '../../src/shared/tools/preview-schema'
import { processPayment } from '../../src/shared/tools/process-payment'
import { queryArtifact } from '../../src/shared/tools/query-artifact'
import { readClipboard } from '../../src/shared/tools/read-clipboard'
import { readFileTool } from '../../src/shared/tools/read-file'
import { takeScreenshot } from '../../src/shared/tools/take-screenshot'
import { cancelTimer, listTimers, setTimer } from '../../src/shared/tools/timer-tools'
import { writeClipboard } from '../../src/shared/tools/write-clipboard'

/** A tool with calls that show every form of its approvals. */
export interface SampledTool {
  readonly definition: Pick<
    ToolDefinition<never, unknown>,
    'name' | 'description' | 'risk' | 'approval' | 'idempotent' | 'timeoutMs' | 'runs' | 'hint' | 'secretArguments' | 'secretResults'
  > & { readonly input: z.ZodType }
  readonly calls: readonly SampledCall[]
}

/** One call: its questions, one after the other, and where its data goes (empty: nowhere). */
export interface SampledCall {
  readonly questions: readonly Localized[]
  readonly destination: string
}

function sampled<Input, Output>(definition: ToolDefinition<Input, Output>, inputs: readonly Input[]): SampledTool {
  return {
    definition,
    calls: inputs
      .map((input) => definition.input.parse(input))
      .map((input) => ({
        questions: questionsOf(definition, input),
        destination: definition.destination(input),
      })),
  }
}

const invoice = {
  recipient: 'Hoshino Print K.K.',
  amount: 48_600,
  currency: 'JPY',
  account: 'studio ··4417',
  reference: 'INV-2231',
  when: '2026-11-30',
}

/** Every built-in tool, in the order of its declaration to the model. */
export const SAMPLED_TOOLS: readonly SampledTool[] = [
  sampled(processPayment, [invoice, { ...invoice, amount: 1_250_000 }]),
  sampled(getWeather, [{ place: 'Kyoto' }]),
  sampled(readClipboard, [{}]),
  sampled(writeClipboard, [{ text: 'See you at six.' }]),
  sampled(openUrl, [{ url: 'https://example.com/page' }, { url: 'https://bücher.example/' }, { url: 'https://аррӏе.example/' }]),
  sampled(setTimer, [{ label: 'tea', seconds: 300 }]),
  sampled(listTimers, [{}]),
  sampled(cancelTimer, [{ label: 'tea' }]),
  sampled(changeBgm, [{ track: 'rain' }, { track: 'off' }]),
  sampled(getLocation, [{}, { exact: true }]),
  sampled(readFileTool, [{ purpose: 'the invoice to check' }]),
  sampled(takeScreenshot, [{}]),
  sampled(look, [{ source: 'screen' }, { source: 'camera' }]),
  sampled(previewSchema, [{}]),
  sampled(executeSql, [
    {
      source: 'Sample shop',
      sql: 'SELECT status, count(*) FROM orders GROUP BY status',
      reason: 'To see how many orders were late.',
      title: 'Orders by status',
    },
    { source: 'Sample shop', sql: 'SELECT count(*) FROM orders', reason: 'To count the orders.' },
  ]),
  sampled(queryArtifact, [
    { artifacts: ['result_1'], sql: 'SELECT * FROM result_1 ORDER BY 2 DESC', reason: 'To put the largest first.', max_rows: 10 },
  ]),
  sampled(exportCsv, [{ artifacts: ['result_1'] }, { artifacts: ['result_1', 'result_2'], delimiter: 'semicolon' }]),
]
