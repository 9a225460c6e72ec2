import { messageOf } from '../../../shared/messages/message'
import { parseWebAddress } from '../../../shared/text/web-address'
import { openUrl } from '../../../shared/tools/open-url'
import type { Platform } from '../../platform/platform'
import { implementTool, type MainTool, ToolError } from './main-tool'

/** Opens the approved page. */
export function openUrlTool(platform: Pick<Platform, 'openExternal'>, report: (error: unknown) => void): MainTool {
  return implementTool(openUrl, {
    async run({ url }, { signal }) {
      const address = parseWebAddress(url)
      if (address === null) throw new ToolError(messageOf('no-https-address'))
      signal.throwIfAborted()
      try {
        await platform.openExternal(address.href)
      } catch (error) {
        report(error)
        throw new ToolError(messageOf('browser-not-opened'))
      }
      return { status: 'opened', host: address.host }
    },
    recall: () => null,
  })
}
