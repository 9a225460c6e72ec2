import { getLocation } from '../../../shared/tools/get-location'
import type { Platform } from '../../platform/platform'
import { implementTool, type MainTool } from './main-tool'
import { type PageTools, runInPage } from './page-tools'

/** Asks the page for the location. The page may request it from the system only while such a call runs. */
export function locationTool(page: Pick<PageTools, 'run'>, platform: Pick<Platform, 'permit'>): MainTool {
  return implementTool(getLocation, {
    async run({ exact }, context) {
      const permission = platform.permit('geolocation')
      try {
        return await runInPage(getLocation, page, exact === undefined ? {} : { exact }, context)
      } finally {
        permission.dispose()
      }
    },
    recall: () => null,
  })
}
