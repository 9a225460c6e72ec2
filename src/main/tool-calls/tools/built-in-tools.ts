import type { Clock } from '../../../shared/lib/clock'
import type { NewId } from '../../../shared/lib/ids'
import { changeBgm } from '../../../shared/tools/change-bgm'
import type { DataService } from '../../data/data-service'
import type { Platform } from '../../platform/platform'
import type { Store } from '../../storage/database/store'
import { clipboardTools } from './clipboard-tools'
import { dataTools } from './data-tools'
import { locationTool } from './get-location'
import { type LookRequests, lookTool } from './look'
import type { MainTool } from './main-tool'
import { openUrlTool } from './open-url'
import { type PageTools, pageTool } from './page-tools'
import { paymentTool } from './process-payment'
import { fileReader } from './read-text-file'
import type { ScreenshotFiles } from './screenshot-files'
import { screenshotTool } from './take-screenshot'
import { createTimerScopes, timerTools } from './timer-tools'
import type { TimerService } from './timers/timer-service'
import { cachedWeather } from './weather/cached-weather'
import { weatherTool } from './weather/get-weather'
import { openMeteo, openMeteoAddresses } from './weather/open-meteo'

/** Dependencies of the tools. */
export interface BuiltInToolsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly newId: NewId
  readonly timers: TimerService
  readonly data: DataService
  readonly screenshots: ScreenshotFiles
  readonly look: Pick<LookRequests, 'show'>
  readonly pageTools: Pick<PageTools, 'run'>
  readonly platform: Pick<Platform, 'desktop' | 'openExternal' | 'permit' | 'userDataFolder' | 'systemLocale'>
  /** Environment of the process: it may specify another weather service. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether recordings replace Gemini. */
  replaying(): boolean
  /** Called with errors that the model sees only in general words. */
  readonly report: (error: unknown) => void
}

/** Parley's own tools. */
export function builtInTools({
  store,
  clock,
  newId,
  timers,
  data,
  screenshots,
  look,
  pageTools,
  platform,
  environment,
  replaying,
  report,
}: BuiltInToolsOptions): readonly MainTool[] {
  return [
    paymentTool(store.wallet, clock, newId),
    weatherTool({ source: cachedWeather(openMeteo(openMeteoAddresses(environment)), clock), clock, replaying }),
    ...clipboardTools(platform.desktop),
    openUrlTool(platform, report),
    ...timerTools(timers, clock, createTimerScopes(store)),
    pageTool(changeBgm, pageTools),
    locationTool(pageTools, platform),
    fileReader(platform.desktop, () => platform.systemLocale),
    screenshotTool({ ...platform, screenshots, newId, report }),
    lookTool(look),
    ...dataTools(data, pageTools),
  ]
}
