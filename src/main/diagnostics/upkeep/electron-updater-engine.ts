import electronUpdater from 'electron-updater'
import type { UpdateEngine } from './updates'

/** Looks for updates where the package was configured to look at build time. Only for a configured package. */
export function createElectronUpdaterEngine(): UpdateEngine {
  const { autoUpdater, CancellationToken } = electronUpdater
  autoUpdater.logger = null
  autoUpdater.autoDownload = false
  // a system package asks for a password, which nobody expects while quitting
  autoUpdater.autoInstallOnAppQuit = process.platform !== 'linux' || process.env.APPIMAGE !== undefined
  // each promise below reports its own failure; an unhandled error event would end the app
  autoUpdater.on('error', () => undefined)

  return {
    async check(channel) {
      autoUpdater.channel = channel
      autoUpdater.allowDowngrade = false
      const found = await autoUpdater.checkForUpdates().catch(inOneLine)
      if (found?.isUpdateAvailable !== true) return null
      const { version, releaseNotes } = found.updateInfo
      return { version, notes: typeof releaseNotes === 'string' ? releaseNotes : '' }
    },
    async fetch(onPercent, signal) {
      const token = new CancellationToken()
      const giveUp = (): void => token.cancel()
      const progress = ({ percent }: { readonly percent: number }): void => onPercent(percent)
      signal.addEventListener('abort', giveUp)
      autoUpdater.on('download-progress', progress)
      try {
        await autoUpdater.downloadUpdate(token).catch(inOneLine)
      } finally {
        signal.removeEventListener('abort', giveUp)
        autoUpdater.off('download-progress', progress)
      }
    },
    install() {
      const problems: Error[] = []
      const hear = (error: Error): void => void problems.push(error)
      autoUpdater.on('error', hear)
      autoUpdater.quitAndInstall(false, true)
      autoUpdater.off('error', hear)
      if (problems[0] !== undefined) inOneLine(problems[0])
    },
  }
}

/** The library's messages contain headers and stacks after their first line. */
function inOneLine(error: unknown): never {
  const [line = 'unknown'] = (error instanceof Error ? error.message : String(error)).split('\n')
  throw new Error(line, { cause: error })
}
