import type { Translator } from '../i18n/translator'
import { changeBgm } from './change-bgm'
import type { ToolDefinition } from './define-tool'
import { executeSql } from './execute-sql'
import { exportCsv } from './export-csv'
import { getLocation } from './get-location'
import { getWeather } from './get-weather'
import { openUrl } from './open-url'
import { previewSchema } from './preview-schema'
import { processPayment } from './process-payment'
import { queryArtifact } from './query-artifact'
import { readClipboard } from './read-clipboard'
import { readFileTool } from './read-file'
import { takeScreenshot } from './take-screenshot'
import { cancelTimer, listTimers, setTimer } from './timer-tools'
import { writeClipboard } from './write-clipboard'

type Effect = (input: unknown, output: unknown, i18n: Translator) => string | null

/** The definition's text for the effect of a call; null for values that do not match its schemas. */
function effectOf<Input, Output>({ input, output, effect }: ToolDefinition<Input, Output>): Effect {
  return (sent, given, i18n) => {
    const parsedInput = input.safeParse(sent)
    const parsedOutput = output.safeParse(given)
    return parsedInput.success && parsedOutput.success ? effect(parsedInput.data, parsedOutput.data, i18n) : null
  }
}

const effects: ReadonlyMap<string, Effect> = new Map([
  [processPayment.name, effectOf(processPayment)],
  [getWeather.name, effectOf(getWeather)],
  [readClipboard.name, effectOf(readClipboard)],
  [writeClipboard.name, effectOf(writeClipboard)],
  [openUrl.name, effectOf(openUrl)],
  [readFileTool.name, effectOf(readFileTool)],
  [takeScreenshot.name, effectOf(takeScreenshot)],
  [changeBgm.name, effectOf(changeBgm)],
  [getLocation.name, effectOf(getLocation)],
  [setTimer.name, effectOf(setTimer)],
  [listTimers.name, effectOf(listTimers)],
  [cancelTimer.name, effectOf(cancelTimer)],
  [previewSchema.name, effectOf(previewSchema)],
  [executeSql.name, effectOf(executeSql)],
  [queryArtifact.name, effectOf(queryArtifact)],
  [exportCsv.name, effectOf(exportCsv)],
])

/** The effect of a call, worded by its tool; null for unknown tools and for results that do not match. */
export function toolEffect(toolName: string, input: unknown, output: unknown, i18n: Translator): string | null {
  return effects.get(toolName)?.(input, output, i18n) ?? null
}
